-- Whether the energy drifts in double with symmetric projection: Kraus (2017), section 5.4; claims K17 and K18 in double.
-- In quadruple precision it does not: quadruple.lua.
--
-- The barely passing orbit of figure 19, with coefficients rounded, split in two parts (eq. 164 and 165), and made
-- exactly symplectic.  The paper saw a drift in its own program with rounded ones, and says neither how that sums nor
-- where its iteration stops.  Here rounded coefficients show none, with compensated sums and with plain ones: so nothing here tells
-- whether coefficients are the cause.  A drift that a solver makes, which leaves out its last correction, is the control of
-- random-walk.lua; on this orbit it is below the random walk.
--
-- A drift is asked of an ensemble of 64 perturbed trajectories: the error would grow in proportion to time, and its slope
-- differ from zero by its spread.  What unbiased rounding leaves is a random walk (Brouwer's law), whose slope does not.  A
-- drift shows only once it has outgrown the walk: one of 3.2e-19 per unit of time (1e-12 in 1250000 steps of 2.5) does not in the
-- ordinary run, whose slopes are known to some 7e-19.
local methods = { "gauss-4", "gauss-5", "gauss-6" }
local claims  = {}
local function claim(id, text, precision, what)
  what.id, what.text, what.precision = id, text, precision
  what.measure, what.methods, what.projection = what.measure or "growth:energy", methods, "symmetric"
  what.source = what.own and "assay: measured" or "Kraus (2017), section 5.4"
  table.insert(claims, what)
end
local alike = "with rounded coefficients there is no drift here either"

-- 1e-12 in 1250000 steps of 2.5 is 3.2e-19 per unit of time; of that order: a decade.
claim("K17-slope", "in double the energy drifts by no more than some 1e-12 in 1250000 steps", "double",
      { measure = "slope:energy", value = between("-3.2e-18", "3.2e-18") })
claim("K17-walk", "with rounded coefficients the energy error in double grows as a random walk", "double",
      { grows = "random-walk", own = true })
claim("K17-walk-plain", "... and without compensated sums", "double:uncompensated", { grows = "random-walk", own = true })
claim("K18-symplectic", "with exactly symplectic coefficients there is no drift", "double:symplectic",
      { grows = "random-walk", condition = alike })
claim("K18-split", "with coefficients split in two parts there is no drift", "double:split",
      { grows = "random-walk", condition = alike })

return study {
  title       = "Round-off and the drift of the energy",
  source      = "Kraus (2017), section 5.4",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-passing" },
  methods     = { "gauss-5" },
  projections = { "symmetric" },
  steps       = each { "2.5" },
  untilsteps  = 32768,
  history     = 200,
  precisions  = { "double", "double:uncompensated", "double:split", "double:symplectic" },
  measures    = { "growth:energy", "slope:energy" },
  claims      = claims,
  figures     = {
    { name = "round-off", title = "The energy error in double", source = "Kraus (2017), section 5.4", kind = "history",
      channel = "energy", model = "guiding-centre-tokamak", projection = "symmetric",
      panels = {
        { title = "Rounded coefficients", precision = "double" },
        { title = "Rounded, plain sums", precision = "double:uncompensated" },
        { title = "Split", precision = "double:split" },
        { title = "Exactly symplectic", precision = "double:symplectic" },
      } },
  },
  full        = { untilsteps = 524288, methods = methods },
}
