-- A composition: steps of any method, of other lengths, one after the other; `base` is a name or a file beside this one.
-- The triple jump makes a symmetric method of order 2 one of order 4: assay audit examples/triple-jump.lua
local z = "1/(2 - exp(log(2)/3))" -- 2^(1/3)
return composition {
  name         = "my-triple-jump",
  base         = "runge-kutta:gauss-1",
  coefficients = { z, "1" - 2*z, z },
  claims       = { order = 4, symplectic = true, symmetric = true },
}
