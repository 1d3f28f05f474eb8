-- The midpoint rule beside a stiff solver of another project at tolerance 1e-12: McLachlan, Modin, Verdier & Wilkins (2013),
-- figure 4; claim I3.
--
-- The paper takes ode15s of Matlab; here it is that of Octave (stiff_solver.m).  It is told nothing of the model but its
-- equations, and its error against the certified Taylor series says how far the two agree: with that, the order of
-- the midpoint rule against the one is that against the other, down to there.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), figure 4"
local midpoint = "index-one:gauss-1"

return study {
  title       = "The midpoint rule beside a stiff solver",
  source      = source,
  models      = { "bicycle" },
  initial     = { "circle" },
  methods     = { midpoint, exec { cmd = "octave-cli -q --no-line-editing stiff_solver.m", depends = { "stiff_solver.m" } } },
  needs       = "octave-cli",
  projections = { "none" },
  steps       = halving("0.5", 4),
  untiltime   = "10",
  precisions  = { "double" },
  measures    = { "solution_error" },
  claims      = {
    { id = "I3-stiff", text = "a stiff solver at tolerance 1e-12 has the same solution, to 1e-9", method = "ode15s",
      projection = "none", measure = "solution_error", value = below "1e-9", source = source },
    { id = "I3-stiff-order", text = "the midpoint rule converges to it with order 2", methods = midpoint,
      projection = "none", measure = "solution_error", order = exactly(2), source = source },
  },
  figures     = {
    { name = "fig4-stiff", title = "The midpoint rule and ode15s on the circle", source = source, model = "bicycle",
      precision = "double", measures = { "solution_error" } },
  },
}
