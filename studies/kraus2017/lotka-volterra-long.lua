-- What Kraus (2017), section 5.1, says of up to 10^7 steps of the Lotka-Volterra model without projection, on runs of this
-- length: claims K5 and K6.  With the standard projection: lotka-volterra-standard.lua.
--
-- A run is stable as long as it has not broken down and its energy error has not exceeded 5 %.
-- "Unstable after about N steps" is read in two ways: the energy error exceeds 5 %, or the step can no longer be made.
-- About N: between N/2 and 2 N.
local odd = { "gauss-1", "gauss-3", "gauss-5", "srk-3" }
local claims = {}
local function claim(id, text, measure, methods, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, "none"
  what.source, what.length = "Kraus (2017), section 5.1, figure 8", "10000000"
  table.insert(claims, what)
end

claim("K5", "Gauss with an odd number of stages and SRK3 are stable without projection for 10 million steps",
      "stable_steps", odd, { value = above "9999999" })
claim("K5-constraint", "... and their error in the Dirac constraint stays bounded", "final_part:constraint", odd,
      { value = below "3", condition = "with five stages round-off in double decides: it lets the error grow to 7e-7, "
                           .. "which with 113 bits is 6e-9 after a thousand steps as after a million" })

local between_both = "'unstable' means something between: 250 000 lies between the step where the energy error passes "
  .. "5 % (14 000) and the one that cannot be made (640 000)"
local later = "nowhere here: its energy error grows in proportion to time, and is 1.5 % after 10 million steps"
claim("K6-2", "Gauss, s = 2, is unstable after about 250 000 steps (energy error beyond 5 %)", "stable_steps", "gauss-2",
      { value = between("125000", "500000"), condition = between_both })
claim("K6-2-breakdown", "... (the run breaks down)", "breakdown_step", "gauss-2",
      { value = between("125000", "500000"), condition = between_both })
claim("K6-4", "Gauss, s = 4, is unstable after about 1 000 000 steps (energy error beyond 5 %)", "stable_steps", "gauss-4",
      { value = between("500000", "2000000"), condition = later })
claim("K6-4-breakdown", "... (the run breaks down)", "breakdown_step", "gauss-4",
      { value = between("500000", "2000000"), condition = later })
claim("K6-constraint", "the error in the Dirac constraint grows", "final_part:constraint", "gauss-4",
      { value = above "3" })

return study {
  title       = "Ten million steps of the Lotka-Volterra model without projection",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "gauss-5", "srk-3" },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 10000000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "stable_steps", "first_energy_step", "breakdown_step", "energy_error", "final_part:constraint" },
  claims      = claims,
  expect      = {
    { id = "K5-constraint", verdict = "inconclusive" },
    { id = "K6-2", verdict = "refuted" },
    { id = "K6-2-breakdown", verdict = "inconclusive" },
    { id = "K6-4", verdict = "refuted" },
    { id = "K6-4-breakdown", verdict = "refuted" },
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
