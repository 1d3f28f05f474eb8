-- The same with one coefficient wrong in its 12th digit, which double precision does not show: every claim is refuted or
-- left open, and none holds.  assay audit examples/wrong-digit.lua
return tableau {
  name   = "wrong-digit",
  a      = { { "1/4", "-0.038675134594" }, { "1/4 + sqrt(3)/6", "1/4" } },
  b      = { "1/2", "1/2" },
  claims = { order = 4, symplectic = true, symmetric = true },
}
