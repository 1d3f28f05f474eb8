-- The trapezoidal rule.  It is not symplectic, and as good as: a change of variables, half a step of Euler's method, makes
-- it the midpoint rule.
--   assay audit examples/trapezoidal.lua
return tableau {
  name   = "my-trapezoidal-rule",
  a      = { { 0, 0 }, { "1/2", "1/2" } },
  b      = { "1/2", "1/2" },
  claims = { order = 2, symmetric = true, conjugate_symplectic = true },
}
