-- The multipliers near the bicycle's circle: McLachlan, Modin, Verdier & Wilkins (2013), figures 8 to 11; claim I6.
--
-- The circle is a solution.  Round-off alone would decide when and to which side a computed one leaves it; so the start is
-- beside it, the front wheel turned by 1e-6 into the circle.  The multipliers differ by 0.01 from (0, -L) at t = 26.7,
-- return to within 0.01 at t = 43.6, and again at 114 and 183.  phi grows until t = 105.  On the other side,
-- multipliers-outside.lua, phi turns back in the first excursion.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), figures 8 and 11"
local claims = {}
local function claim(id, text, measure)
  table.insert(claims, { id = id, text = text, measure = measure, methods = { "index-one:gauss-1" }, projection = "none",
                         value = between("1", "200"), source = source })
end

claim("I6-unstable", "the solution leaves the circle", "event_time:leaves")
claim("I6-returns", "its multipliers return to those of the circle", "event_time:returns")
claim("I6-returns", "... and leave them again", "event_time:leaves-2")
claim("I6-returns", "... and return again", "event_time:returns-2")
claim("I6-periodic", "... and a third time", "event_time:returns-3")
table.insert(claims, { id = "I6-monotone", text = "phi grows all through the first excursion", measure = "event_time:phi-turns",
                       methods = { "index-one:gauss-1" }, projection = "none", value = above "60", source = source,
                       condition = "where it leaves to the inside; to the outside phi turns back at t = 35" })

return study {
  title       = "The multipliers of the bicycle near its circle",
  source      = source,
  models      = { "bicycle" },
  initial     = { "inside" },
  methods     = { "index-one:gauss-1" },
  projections = { "none" },
  steps       = each { "0.02" },
  untiltime   = "200",
  history     = 1000,
  precisions  = { "double" },
  measures    = { "event_time:leaves", "event_time:leaves-2", "event_time:leaves-3", "event_time:returns",
                  "event_time:returns-2", "event_time:returns-3", "event_time:phi-turns" },
  claims      = claims,
  figures     = {
    { name = "fig9", title = "Momenta near the circle", source = "McLachlan et al. (2013), figure 9", kind = "orbit",
      axes = { { "theta", "p_theta" }, { "phi", "p_phi" } }, draw = "lines", aspect = "free", model = "bicycle", initial = "inside",
      precision = "double", methods = "index-one:gauss-1", projection = "none" },
    { name = "fig10", title = "Angles near the circle", source = "McLachlan et al. (2013), figure 10", kind = "orbit",
      axes = { { "theta", "phi" } }, draw = "lines", model = "bicycle", initial = "inside",
      precision = "double", methods = "index-one:gauss-1", projection = "none" },
  },
}
