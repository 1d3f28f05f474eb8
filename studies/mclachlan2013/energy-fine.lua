-- The energy error of the bicycle in the bowl, over the time of figure 6: McLachlan, Modin, Verdier & Wilkins (2013), figure 6;
-- claim I5, for h = 0.001.  See energy.lua.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), figure 6"
local midpoint = "index-one:gauss-1"

return study {
  title       = "The energy error in the bowl at a tenth of the step",
  source      = source,
  models      = { "bicycle-surface" },
  initial     = { "bowl" },
  methods     = { midpoint },
  projections = { "none" },
  steps       = each { "0.001" },
  untiltime   = "40",
  history     = 160,
  precisions  = { "double" },
  measures    = { "energy_error", "final_part:energy" },
  claims      = {
    { id = "I5-fine", text = "the energy error is bounded: at the end of a run it is as large as at its start",
      methods = midpoint, projection = "none", measure = "final_part:energy", value = below "3", source = source },
  },
}
