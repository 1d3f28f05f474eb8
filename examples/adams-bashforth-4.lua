-- A linear multistep method, oldest first: sum_j alpha_j y_j = h sum_j beta_j f(y_j).  The starter makes the first
-- steps, and what is claimed is claimed of both: with starter = "runge-kutta:euler" this method is of order 2.
-- assay audit examples/adams-bashforth-4.lua
return multistep {
  name    = "adams-bashforth-4",
  alpha   = { 0, 0, 0, -1, 1 },
  beta    = { "-9/24", "37/24", "-59/24", "55/24", 0 },
  starter = "rk4",
  claims  = { order = 4 },
}
