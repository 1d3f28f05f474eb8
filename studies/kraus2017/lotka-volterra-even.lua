-- How long Gauss methods with an even number of stages last without projection: Kraus (2017), section 5.1, claim K6.
--
-- "Unstable after about N steps" is read in two ways: the energy error exceeds 5 %, or the step can no longer be made.
-- About N: between N/2 and 2 N.
local claims = {}
local function claim(id, text, measure, method, value, condition)
  table.insert(claims, { id = id, text = text, measure = measure, methods = method, projection = "none", value = value,
                         condition = condition, source = "Kraus (2017), section 5.1, figure 8" })
end
local between_both = "neither reading alone: 250 000 lies between the step where the energy error passes 5 % and the one "
  .. "that cannot be made"
local later = "later: its energy error grows in proportion to time, and is 0.6 % at the end of the run, after 4.5 million steps"
claim("K6-2", "Gauss, s = 2, is unstable after about 250 000 steps (energy error beyond 5 %)", "stable_steps", "gauss-2",
      between("125000", "500000"), between_both)
claim("K6-2-breakdown", "... (the run breaks down)", "breakdown_step", "gauss-2", between("125000", "500000"),
      between_both)
claim("K6-4", "Gauss, s = 4, is unstable after about 1 000 000 steps (energy error beyond 5 %)", "stable_steps",
      "gauss-4", between("500000", "2000000"), later)
claim("K6-4-breakdown", "... (the run breaks down)", "breakdown_step", "gauss-4", between("500000", "2000000"), later)
claim("K6-constraint", "the error in the Dirac constraint grows", "final_part:constraint", "gauss-4", above "3")

return study {
  title       = "How long even numbers of stages last without projection, Lotka-Volterra",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "gauss-2", "gauss-4" },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 4500000, -- twice the upper end of K6-4 and more
  history     = 200,
  precisions  = { "double" },
  measures    = { "stable_steps", "first_energy_step", "breakdown_step", "energy_error", "final_part:constraint" },
  claims      = claims,
  expect      = {
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
  full        = { untilsteps = 10000000 },
}
