-- The bicycle near its circle, with the front wheel turned by 1e-6 out of it: see multipliers.lua.  McLachlan, Modin,
-- Verdier & Wilkins (2013) say of their figure 10 that theta and phi grow; here phi turns back, with every step.
local function claim(id, text, measure, low, high)
  return { id = id, text = text, measure = measure, method = "index-one:gauss-1", projection = "none", value = between(low, high),
           own = true, source = "assay: measured" }
end

return study {
  title       = "The bicycle near its circle, on the other side",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013), figure 10",
  models      = { "bicycle" },
  initial     = { "outside" },
  methods     = { "index-one:gauss-1" },
  projections = { "none" },
  steps       = each { "0.02" },
  untiltime   = "60",
  history     = 600,
  precisions  = { "double" },
  measures    = { "event_time:leaves", "event_time:returns", "event_time:phi-turns" },
  claims      = {
    claim("I6-outside", "the solution leaves the circle", "event_time:leaves", "1", "60"),
    claim("I6-outside", "... and its multipliers return", "event_time:returns", "1", "60"),
    claim("I6-turns", "phi turns back on the way", "event_time:phi-turns", "30", "40"),
  },
  figures     = {
    { name = "fig10-outside", title = "Angles near the circle, on the other side",
      source = "McLachlan et al. (2013), figure 10", kind = "orbit", axes = { { "theta", "phi" } }, draw = "lines",
      model = "bicycle", initial = "outside", precision = "double", methods = "index-one:gauss-1", projection = "none" },
  },
}
