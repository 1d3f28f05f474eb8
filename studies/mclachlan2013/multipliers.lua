-- The multipliers near the bicycle's circle: McLachlan, Modin, Verdier & Wilkins (2013), figures 8 to 11; claim I6.
--
-- The circle is a solution; round-off is what makes the computed one leave it, when the multipliers differ by 0.01 from
-- (0, -L), and come back to within 0.01 of it: at t = 121 and 145, and not again before 400, which does not say never.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), figures 8 and 11"
local claims = {}
local function claim(id, text, measure)
  table.insert(claims, { id = id, text = text, measure = measure, methods = { "index-one:gauss-1" }, projection = "none",
                         value = between("1", "400"), source = source })
end

claim("I6-unstable", "the solution leaves the circle", "event_time:leaves")
claim("I6-returns", "its multipliers return to those of the circle", "event_time:returns")
claim("I6-returns", "... and leave them again", "event_time:leaves-2")
claim("I6-returns", "... and return again", "event_time:returns-2")
claim("I6-periodic", "... and a third time", "event_time:returns-3")

return study {
  title       = "The multipliers of the bicycle near its circle",
  source      = source,
  models      = { "bicycle" },
  initial     = { "circle" },
  methods     = { "index-one:gauss-1" },
  projections = { "none" },
  steps       = each { "0.1" },
  untiltime   = "400",
  history     = 1000,
  precisions  = { "double" },
  measures    = { "event_time:leaves", "event_time:leaves-2", "event_time:leaves-3", "event_time:returns",
                  "event_time:returns-2", "event_time:returns-3" },
  claims      = claims,
  figures     = {
    { name = "fig9", title = "Momenta near the circle", source = "McLachlan et al. (2013), figure 9", kind = "orbit",
      axes = { { "theta", "p_theta" }, { "phi", "p_phi" } }, draw = "lines", aspect = "free", model = "bicycle", initial = "circle",
      precision = "double", methods = "index-one:gauss-1", projection = "none" },
    { name = "fig10", title = "Angles near the circle", source = "McLachlan et al. (2013), figure 10", kind = "orbit",
      axes = { { "theta", "phi" } }, draw = "lines", model = "bicycle", initial = "circle",
      precision = "double", methods = "index-one:gauss-1", projection = "none" },
  },
  expect      = { { id = "I6-periodic", verdict = "inconclusive" } },
}
