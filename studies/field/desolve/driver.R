# The Runge-Kutta methods of deSolve, for assay: one step of rk() with a fixed step.  Embedded pairs are told not to vary
# the step (varstep = FALSE); their result is the one that rk() returns.
suppressPackageStartupMessages(library(deSolve))
source("studies/field/field.R")

step_of <- function(name) {
  method <- if (name == "euler" || name == "rk2" || name == "rk4") rkMethod(name) else rkMethod(name, varstep = FALSE)
  function(f, t, h, z) {
    derivative <- function(t, z, parameters) list(f(t, z))
    times <- if (h > 0) c(t, t + h) else stop("times must increase")
    rk(z, times, derivative, NULL, method = method, hini = h)[2, -1]
  }
}

names <- c("euler", "rk2", "rk4", "rk23", "rk23bs", "rk34f", "rk45f", "rk45ck", "rk45e", "rk45dp6", "rk45dp7", "rk78dp",
           "rk78f", "irk3r", "irk5r", "irk4hh", "irk6kb", "irk4l", "irk6l")
steps <- lapply(names, step_of)
names(steps) <- paste0("desolve-", names)
field_serve(steps)
