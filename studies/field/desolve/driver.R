# The Runge-Kutta methods of deSolve, for assay: one step of rk() from t to t + h.  Embedded pairs begin with the step h and
# have tolerances so wide that it is accepted.  The iteration of implicit methods ends at about 1e-9 whatever tolerance is
# asked for: irk3r, irk4hh and irk4l are audited with steps whose errors lie above that, and the others, whose errors do
# not, are left out.
suppressPackageStartupMessages(library(deSolve))
source("studies/field/field.R")

step_of <- function(name) {
  method <- rkMethod(name)
  tolerance <- if (identical(method$implicit, TRUE)) 1e-14 else 1e12
  function(f, t, h, z) {
    derivative <- function(t, z, parameters) list(f(t, z))
    suppressMessages(rk(z, c(t, t + h), derivative, NULL, method = method, hini = h, rtol = tolerance, atol = tolerance))[2, -1]
  }
}

names <- c("euler", "rk2", "rk4", "rk23", "rk23bs", "rk34f", "rk45f", "rk45ck", "rk45e", "rk45dp6", "rk45dp7", "rk78dp",
           "rk78f", "irk3r", "irk4hh", "irk4l")
steps <- lapply(names, step_of)
names(steps) <- paste0("desolve-", names)
field_serve(steps)
