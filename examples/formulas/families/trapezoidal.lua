-- The trapezoidal rule, of the family of theta-family.lua.
return include "theta-family.lua" { name = "trapezoidal-by-formulas", theta = "1/2", claims = { order = 2, symmetric = true } }
