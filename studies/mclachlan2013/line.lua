-- The bicycle's straight line: McLachlan, Modin, Verdier & Wilkins (2013), figure 7; claim I6.
--
-- Every method is exact on it, a wrong one as well: what is claimed is a property of the model.  In exact symmetry the
-- bicycle stays straight for ever: that the line is unstable shows only where something breaks the symmetry, in figure 7
-- the round-off of its program.
local gauss = { "index-one:gauss-1", "index-one:gauss-2" }

return study {
  title       = "The straight line of the bicycle",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013), section 5",
  models      = { "bicycle" },
  initial     = { "line" },
  methods     = gauss,
  projections = { "none" },
  steps       = halving("0.1", 4),
  untiltime   = "10",
  precisions  = { 256 },
  measures    = { "solution_error" },
  claims      = {
    { id = "I6-line", text = "the straight line is a solution, which the methods follow to round-off", methods = gauss,
      projection = "none", measure = "solution_error", value = below "1e-60",
      source = "McLachlan, Modin, Verdier, Wilkins (2013), figure 7" },
  },
}
