-- A gate of a second on events: where the bicycle turns round on the hill, and whether its wheel is aligned there; a part of
-- studies/mclachlan2013/reversal.lua.  At the first cusp, at t = 3.10, it is not.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), figure 2"
local methods = { "index-one:gauss-1", "index-one:gauss-2" }
local claims = {}
local function claim(id, measure, low, high)
  table.insert(claims, { id = id, measure = measure, methods = methods, projection = "none", sharp = true,
                         value = between(low, high), source = source })
end

claim("time", "event_time:forth", "7.7", "7.9")
claim("time", "event_time:back", "3.05", "3.15")
claim("aligned", "event_value:forth", "-0.1", "0.1")
claim("not-aligned", "event_value:back", "-0.1", "0.1")

return study {
  title       = "The bicycle turns round on the hill",
  source      = source,
  models      = { "bicycle-surface" },
  initial     = { "hill" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.01" },
  untiltime   = "8",
  precisions  = { "double" },
  measures    = { "event_time:forth", "event_time:back", "event_value:forth", "event_value:back" },
  verdicts    = 8,                                   -- one for each order or number that a claim is about
  claims      = claims,
  expect      = { { id = "not-aligned", verdict = "refuted" } },
}
