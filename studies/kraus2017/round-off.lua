-- Whether the drift of the energy with symmetric projection comes from rounded coefficients: Kraus (2017), section 5.4;
-- claims K17 and K18 in double.  In quadruple precision: quadruple.lua.
--
-- The barely passing orbit of figure 19, with coefficients rounded, split in two parts (eq. 164 and 165), and made
-- exactly symplectic.  The growth is measured over an ensemble of perturbed trajectories: in proportion to time it is a
-- drift, with the square root of time it is what unbiased rounding leaves (Brouwer's law).
local methods = { "gauss-5", "gauss-6" }
local claims  = {}
local function claim(id, text, precision, growth, condition)
  table.insert(claims, { id = id, text = text, measure = "growth:energy", methods = methods, projection = "symmetric",
                         precision = precision, grows = growth, condition = condition,
                         source = "Kraus (2017), section 5.4" })
end
claim("K17", "in double the energy error of higher orders drifts", "double", "secular",
      "five stages; with six it is a random walk")
local another = "six stages, where nothing drifts; with five the drift is the same whatever the coefficients"
claim("K18-split", "coefficients split in two parts remove the drift", "double:split", "random-walk", another)
claim("K18-symplectic", "exactly symplectic coefficients remove the drift", "double:symplectic", "random-walk", another)

return study {
  title       = "Rounded coefficients and the drift of the energy",
  source      = "Kraus (2017), section 5.4",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-passing" },
  methods     = methods,
  projections = { "symmetric" },
  steps       = each { "2.5" },
  untilsteps  = 20000,
  history     = 200,
  precisions  = { "double", "double:split", "double:symplectic" },
  measures    = { "growth:energy", "drift:energy" },
  claims      = claims,
  expect      = {
    { id = "K17", verdict = "refuted" },
    { id = "K18-split", verdict = "refuted" },
    { id = "K18-symplectic", verdict = "inconclusive" },
  },
  figures     = {
    { name = "round-off", title = "The energy error in double", source = "Kraus (2017), section 5.4", kind = "history",
      channel = "energy", model = "guiding-centre-tokamak", projection = "symmetric",
      panels = {
        { title = "Rounded coefficients", precision = "double" }, { title = "Split", precision = "double:split" },
        { title = "Exactly symplectic", precision = "double:symplectic" },
      } },
  },
  full        = { untilsteps = 1250000 },
}
