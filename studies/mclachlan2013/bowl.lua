-- The bicycle in the bowl, on the hill and near the circle, and the Heisenberg problem, over longer times: McLachlan, Modin,
-- Verdier & Wilkins (2013), figures 2, 6, 8 and 12.
--
-- The trajectories alone, to be looked at beside the paper's.
local midpoint = "index-one:gauss-1"

return study {
  title       = "The bicycle over longer times",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013), sections 5 and 6",
  models      = { "bicycle-surface", "bicycle", "heisenberg" },
  initial     = "all",
  methods     = { midpoint, "rk4" },
  projections = { "none" },
  steps       = each { "0.01" },
  untiltime   = "50",
  history     = 500,
  precisions  = { "double" },
  measures    = { "energy_error" },
  figures     = {
    { name = "fig2", title = "The bicycle on the hill", source = "McLachlan et al. (2013), figure 2", kind = "orbit",
      axes = { { "x", "y" } }, draw = "lines", aspect = "equal", model = "bicycle-surface", initial = "hill",
      precision = "double", methods = midpoint, projection = "none" },
    { name = "fig6", title = "Energy error in the bowl", source = "McLachlan et al. (2013), figure 6", kind = "history",
      channel = "energy", model = "bicycle-surface", initial = "bowl", precision = "double", projection = "none",
      panels = { { title = "midpoint rule", methods = midpoint }, { title = "rk4", methods = "rk4" } } },
    { name = "fig8", title = "The bicycle near its circle", source = "McLachlan et al. (2013), figure 8", kind = "orbit",
      axes = { { "x", "y" } }, draw = "lines", aspect = "equal", model = "bicycle", initial = "circle",
      precision = "double", methods = midpoint, projection = "none" },
    { name = "fig12", title = "The Heisenberg problem", source = "McLachlan et al. (2013), figure 12", kind = "orbit",
      axes = { { "x", "y" } }, draw = "lines", aspect = "equal", model = "heisenberg", initial = "default",
      precision = "double", methods = midpoint, projection = "none" },
  },
}
