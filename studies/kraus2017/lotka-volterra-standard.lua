-- Ten million steps of the Lotka-Volterra model with the standard projection: Kraus (2017), section 5.1, figure 9; claim
-- K9.
--
-- Where the energy error oscillates far above round-off, a drift of 1e-12 cannot be seen; there it is asked whether the
-- error has grown at all.  1e-12 in 10^7 steps of 0.1 is 1e-18 per unit of time; of that order: a decade.
local function claim(id, text, measure, methods, value)
  return { id = id, text = text, measure = measure, methods = methods, projection = "standard", value = value,
           length = "10000000", source = "Kraus (2017), section 5.1, figure 9" }
end

return study {
  title       = "Ten million steps of the Lotka-Volterra model with the standard projection",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
  projections = { "standard" },
  steps       = each { "0.1" },
  untilsteps  = 10000000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "energy_error", "drift:energy", "final_part:energy" },
  claims      = {
    claim("K9", "standard projection: the energy drifts by about 1e-12 in 10 million steps", "drift:energy", "gauss-4",
          between("-1e-17", "1e-17")),
    claim("K9-bounded", "standard projection: no visible drift of the energy", "final_part:energy",
          { "gauss-1", "gauss-2", "gauss-3", "srk-3" }, below "1.1"),
  },
}
