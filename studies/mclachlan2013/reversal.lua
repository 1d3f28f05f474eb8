-- The bicycle on the hill, which turns round twice: McLachlan, Modin, Verdier & Wilkins (2013), figure 2; claim I2.
--
-- The speed of the front wheel is zero at a turn, where its path has a cusp; what is measured there beside the time is
-- sin(phi - theta), zero where the wheel is aligned.  The paper reads its times off snapshots every 0.6.  Between the two
-- that it names, and before, the front wheel has other cusps with the wheel far from aligned, at 3.10, 10.24 and 13.65;
-- it passes through alignment once, at 7.84, and comes within 6 degrees of it at the last one.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), figure 2"
local methods = { "index-one:gauss-1", "index-one:gauss-2" }
local claims = {}
local function claim(id, text, measure, low, high)
  table.insert(claims, { id = id, text = text, measure = measure, methods = methods, projection = "none", sharp = true,
                         value = between(low, high), source = source })
end

claim("I2-first", "at about t = 7.8 it changes direction", "event_time:forth", "7.7", "7.9")
claim("I2-first", "... with its steering wheel aligned, within 6 degrees", "event_value:forth", "-0.1", "0.1")
claim("I2-second", "... and at about t = 15.6, within 0.1, again", "event_time:back-3", "15.5", "15.7")
claim("I2-second", "... with its steering wheel aligned, within 6 degrees", "event_value:back-3", "-0.1", "0.1")

return study {
  title       = "The bicycle turns round on the hill",
  source      = source,
  models      = { "bicycle-surface" },
  initial     = { "hill" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.001" },
  untiltime   = "20",
  precisions  = { "double" },
  measures    = { "event_time:forth", "event_time:back-3", "event_value:forth", "event_value:back", "event_value:back-2",
                  "event_value:back-3", "event_value:forth-2" },
  claims      = claims,
}
