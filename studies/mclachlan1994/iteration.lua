-- How fast the iteration (i), (ii) for the rotation of a step converges: McLachlan and Scovel (1994), section 6.2; claim
-- S5.  Measured at 1024 bits, so that hundreds of sweeps tell the factor.
return study {
  title       = "The iteration for the rotation of a step",
  source      = "McLachlan, Scovel (1994), section 6.2",
  models      = { "rigid-body", "rigid-body-4", "heavy-top", "lagrange-top" },
  methods     = { "reich", "rattle" },
  projections = { "none" },
  steps       = halving("1/64", 6),
  untiltime   = "1/64",
  precisions  = { 128 },
  measures    = { "contraction" },
  claims      = {
    { id = "S5", text = "the factor of the iteration is O(t)", methods = { "reich", "rattle" }, projection = "none",
      measure = "contraction", order = exactly(1), source = "McLachlan, Scovel (1994), section 6.2" },
  },
}
