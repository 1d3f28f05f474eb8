-- The energy error of the bicycle in the bowl at four times the time of figure 6 of McLachlan, Modin, Verdier & Wilkins (2013),
-- for h = 0.01: what claim I5 does not say.  The error follows |p|, which the energy of a sub-Riemannian system does not
-- bound, and which returns: to t = 160 its largest value is 82 times that to t = 40, and the last tenth has 107 times the error of the first.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), figure 6"
local midpoint = "index-one:gauss-1"

return study {
  title       = "The energy error in the bowl, to t = 160",
  source      = source,
  models      = { "bicycle-surface" },
  initial     = { "bowl" },
  methods     = { midpoint },
  projections = { "none" },
  steps       = each { "0.01" },
  untiltime   = "160",
  history     = 640,
  precisions  = { "double" },
  measures    = { "energy_error", "final_part:energy", "event_time:heavy" },
  claims      = {
    { id = "I5-longer", text = "to t = 160 the error is not of one size: it follows the momenta", methods = midpoint,
      projection = "none", measure = "final_part:energy", value = above "3", own = true, source = "assay: measured" },
    { id = "I5-momenta", text = "the momenta, on which its constant depends, grow tenfold", methods = midpoint, projection = "none",
      measure = "event_time:heavy", value = between("1", "160"), own = true, source = "assay: measured" },
  },
  figures     = {
    { name = "fig6-longer", title = "Energy error in the bowl, to t = 160", source = source, kind = "history", channel = "energy",
      model = "bicycle-surface", initial = "bowl", precision = "double", methods = midpoint, projection = "none" },
  },
}
