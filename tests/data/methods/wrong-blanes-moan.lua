-- The coefficients of Blanes and Moan (2002), one of them wrong in its 10th digit
local a1, a2, a3 = "0.0792036964311957", "0.353172906149774", "-0.0420650803577195"
local b1, b2 = "0.209515106613362", "-0.143851773179818"
local b3 = "1/2" - b1 - b2
return splitting {
  name = "wrong-blanes-moan", first = "drift",
  drift = { a1, a2, a3, "1" - 2*(a1 + a2 + a3), a3, a2, a1 },
  kick = { b1, b2, b3, b3, b2, b1 },
  claims = { order = 4, symplectic = true, symmetric = true },
}
