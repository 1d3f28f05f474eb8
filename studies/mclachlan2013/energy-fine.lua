-- The energy error of the bicycle in the bowl, past what figure 6 shows: McLachlan, Modin, Verdier & Wilkins (2013), figure 6;
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
  untiltime   = "160",
  history     = 640,
  precisions  = { "double" },
  measures    = { "energy_error", "final_part:energy", "event_time:heavy" },
  claims      = {
    { id = "I5-fine", text = "the energy error is bounded: at the end of a run it is as large as at its start",
      methods = midpoint, projection = "none", measure = "final_part:energy", value = below "3", source = source },
    { id = "I5-momenta", text = "the momenta, on which its constant depends, grow tenfold", methods = midpoint, projection = "none",
      measure = "event_time:heavy", value = between("1", "160"), source = "assay: measured" },
  },
  expect      = { { id = "I5-fine", verdict = "refuted" } },
}
