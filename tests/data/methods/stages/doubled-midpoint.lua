-- The implicit midpoint rule with its stage twice, so that its two nodes are equal.
return tableau {
  name   = "doubled-midpoint",
  a      = { { "1/3", "1/6" }, { 2, "-3/2" } },
  b      = { 2, -1 },
  claims = { order = 2, symplectic = true, symmetric = true },
}
