-- The same with the square root of 2 in place of its cube root: it claims order 4 and converges at order 2.
-- assay audit examples/wrong-composition.lua
local z = "1/(2 - sqrt(2))"
return composition {
  name         = "wrong-composition",
  base         = "runge-kutta:gauss-1",
  coefficients = { z, "1" - 2*z, z },
  claims       = { order = 4, symplectic = true, symmetric = true },
}
