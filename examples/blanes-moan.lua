-- Blanes, Moan (2002), order 4 with six kicks, as published: decimals, which satisfy the conditions of order 4 up to their
-- last digit.  assay audit examples/blanes-moan.lua
local a1, a2, a3 = "0.0792036964311957", "0.353172906049774", "-0.0420650803577195"
local b1, b2 = "0.209515106613362", "-0.143851773179818"
local b3 = "1/2" - b1 - b2
return splitting {
  name = "blanes-moan-4", first = "drift",
  drift = { a1, a2, a3, "1" - 2*(a1 + a2 + a3), a3, a2, a1 },
  kick = { b1, b2, b3, b3, b2, b1 },
  claims = { order = 4, symplectic = true, symmetric = true },
}
