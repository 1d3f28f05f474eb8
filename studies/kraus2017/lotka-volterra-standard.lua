-- Ten million steps of the Lotka-Volterra model with the standard projection: Kraus (2017), section 5.1, figure 9; claim
-- K9.
--
-- How far the energy gets: 1e-12 in 10^7 steps of 0.1 is 1e-18 per unit of time; of that order: a decade.  That can be seen
-- where the energy error is not far above it: with four stages.  Whether that is a drift or a random walk, and that the
-- others do not drift: drifts.lua.
return study {
  title       = "Ten million steps of the Lotka-Volterra model with the standard projection",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "gauss-4" },
  projections = { "standard" },
  steps       = each { "0.1" },
  untilsteps  = 10000000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "energy_error", "drift:energy" },
  claims      = {
    { id = "K9", text = "standard projection: the energy drifts by about 1e-12 in 10 million steps", measure = "drift:energy",
      methods = "gauss-4", projection = "standard", value = between("-1e-17", "1e-17"), length = "10000000",
      source = "Kraus (2017), section 5.1, figure 9" },
  },
}
