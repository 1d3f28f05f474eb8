-- What Kraus (2017), section 5.1, says of up to 10^7 steps of the Lotka-Volterra model, on runs of this length: claims K5,
-- K6 and K9.  The other methods and projections, on shorter runs: lotka-volterra-gauss.lua.
--
-- A run is stable as long as it has not broken down and its energy error has not exceeded 5 %.  Where the energy error
-- oscillates far above round-off, a drift of 1e-12 cannot be seen; there it is asked whether the error has grown at all.
-- "Unstable after about N steps" is read in two ways: the energy error exceeds 5 %, or the step can no longer be made.
-- About N: between N/2 and 2 N.
local odd = { "gauss-1", "gauss-3", "srk-3" }
local claims = {}
local function claim(id, text, measure, methods, projection, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, projection
  what.source = "Kraus (2017), section 5.1, figure " .. (projection == "none" and "8" or "9")
  table.insert(claims, what)
end

claim("K5", "Gauss with an odd number of stages and SRK3 are stable without projection for 10 million steps",
      "stable_steps", odd, "none", { value = above "9999999" })
claim("K5-constraint", "... and their error in the Dirac constraint stays bounded", "final_part:constraint", odd, "none",
      { value = below "3" })

local between_both = "neither reading alone: 250 000 lies between the step where the energy error passes 5 % and the one "
  .. "that cannot be made"
local later = "later: its energy error grows in proportion to time, and is below 5 % after 10 million steps"
claim("K6-2", "Gauss, s = 2, is unstable after about 250 000 steps (energy error beyond 5 %)", "stable_steps", "gauss-2",
      "none", { value = between("125000", "500000"), condition = between_both })
claim("K6-2-breakdown", "... (the run breaks down)", "breakdown_step", "gauss-2", "none",
      { value = between("125000", "500000"), condition = between_both })
claim("K6-4", "Gauss, s = 4, is unstable after about 1 000 000 steps (energy error beyond 5 %)", "stable_steps", "gauss-4",
      "none", { value = between("500000", "2000000"), condition = later })
claim("K6-4-breakdown", "... (the run breaks down)", "breakdown_step", "gauss-4", "none",
      { value = between("500000", "2000000"), condition = later })
claim("K6-constraint", "the error in the Dirac constraint grows", "final_part:constraint", "gauss-4", "none",
      { value = above "3" })

-- 1e-12 in 10^7 steps of 0.1 is 1e-18 per unit of time; of that order: a decade.
claim("K9", "standard projection: the energy drifts by about 1e-12 in 10 million steps", "drift:energy", "gauss-4",
      "standard", { value = between("-1e-17", "1e-17") })
claim("K9-bounded", "standard projection: no visible drift of the energy", "final_part:energy",
      { "gauss-1", "gauss-2", "gauss-3", "srk-3" }, "standard", { value = below "1.1" })

return study {
  title       = "Ten million steps of the Lotka-Volterra model",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
  projections = { "none", "standard" },
  steps       = each { "0.1" },
  untilsteps  = 10000000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "stable_steps", "first_energy_step", "breakdown_step", "energy_error", "final_part:constraint", "drift:energy", "final_part:energy" },
  claims      = claims,
  expect      = {
    { id = "K6-2", verdict = "refuted" },
    { id = "K6-2-breakdown", verdict = "inconclusive" },
    { id = "K6-4", verdict = "refuted" },
    { id = "K6-4-breakdown", verdict = "refuted" },
    { id = "K9", verdict = "refuted" },
  },
  figures     = {
    { name = "K6", title = "Energy error and constraint without projection", source = "Kraus (2017), section 5.1",
      kind = "history", model = "lotka-volterra", precision = "double", projection = "none",
      panels = {
        { title = "Energy error", channel = "energy", methods = "gauss-*" },
        { title = "Constraint", channel = "constraint", methods = "gauss-*" },
      } },
  },
}
