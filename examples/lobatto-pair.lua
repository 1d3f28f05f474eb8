-- A variational integrator is a tableau with abar for the momenta; projections apply to it.  This one is the pair of
-- Lobatto IIIC and its conjugate: assay audit examples/lobatto-pair.lua --projection symmetric
return tableau {
  name   = "my-lobatto-iiic-2",
  a      = { { "1/2", "-1/2" }, { "1/2", "1/2" } },
  abar   = { { 0, 0 }, { 1, 0 } },
  b      = { "1/2", "1/2" },
  r_infinity = -1, -- the convention for s = 2
  claims = { order = 2 },
}
