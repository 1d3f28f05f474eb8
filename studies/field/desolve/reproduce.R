# The order of rk23 and irk3r where the equations depend on the time, with deSolve alone: Rscript reproduce.R
#
# y' = y cos(t), y(0) = 1, whose solution is exp(sin(t)); errors at t = 2 with 16, 32, ..., 256 steps of a fixed size and
# the order between the last two; beside it the same with the times of the stages as they have to be, the sums of the
# rows of A: for rk23 1 in the place of 2, for irk3r 1 in the place of 1/4.
suppressPackageStartupMessages(library(deSolve))

error <- function(method, steps) {
  y <- 1
  tolerance <- if (identical(method$implicit, TRUE)) 1e-14 else 1e12 # of explicit pairs: each step is accepted
  for (i in seq_len(steps)) {
    t <- (i - 1) * 2 / steps
    y <- rk(y, c(t, t + 2 / steps), function(t, y, p) list(y * cos(t)), NULL, method = method, hini = 2 / steps,
            rtol = tolerance, atol = tolerance)[2, 2]
  }
  abs(y - exp(sin(2)))
}

show <- function(name, method) {
  errors <- sapply(2^(4:8), function(steps) error(method, steps))
  cat(sprintf("%-16s c = (%s)  errors %s  order %.2f\n", name, paste(round(method$c, 3), collapse = ", "),
              paste(sprintf("%.1e", errors), collapse = " "), log2(errors[4] / errors[5])))
}

for (name in c("rk23", "irk3r", "rk23bs", "irk5r")) {
  method <- rkMethod(name)
  show(name, method)
  mended <- method
  mended$c <- rowSums(method$A)
  if (max(abs(mended$c - method$c)) > 1e-9) show(paste(name, "mended"), mended)
}
