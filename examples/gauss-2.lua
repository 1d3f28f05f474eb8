-- A Runge-Kutta method as a file of exact coefficients: assay audit examples/gauss-2.lua
return tableau {
  name   = "my-gauss-2",
  a      = { { "1/4", "1/4 - sqrt(3)/6" }, { "1/4 + sqrt(3)/6", "1/4" } },
  b      = { "1/2", "1/2" },
  claims = { order = 4, symplectic = true, symmetric = true },
}
