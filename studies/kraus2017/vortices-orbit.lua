-- Two vortices that leapfrog in a circle: Kraus (2017), section 5.2, figure 11; and what the projections cost, section 6,
-- claim K30.
--
-- Cost: arithmetic operations.  Evaluations of residuals are of unlike systems: of all unknowns at once for the symmetric
-- projection, of the stages and then of the multiplier for the symplectic one, whose systems are smaller.
return study {
  title       = "Leapfrogging vortices, and what the projections cost",
  source      = "Kraus (2017), sections 5.2 and 6",
  models      = { "point-vortices" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
  projections = { "symmetric", "symplectic" },
  steps       = each { "0.1" },
  untiltime   = "200",
  history     = 1000,
  precisions  = { "double" },
  measures    = { "cost", "cost:operations", "energy_error" },
  claims      = {
    { id = "K30", text = "the symplectic projection costs less than the symmetric one",
      measure = "cost:operations",
      methods = { "gauss-*", "srk-3" }, projection = "symplectic", value = below "1",
      relative = { projection = "symmetric" }, source = "Kraus (2017), section 6",
      condition = "0.6 to 0.8 of it: more evaluations, but of two smaller systems" },
  },
  figures     = {
    { name = "fig11", title = "Two leapfrogging point vortices", source = "Kraus (2017), figure 11", kind = "orbit",
      axes = { { "x1", "y1" }, { "x2", "y2" } }, draw = "lines", aspect = "equal", model = "point-vortices",
      precision = "double", methods = "gauss-4", projection = "symmetric" },
  },
}
