-- Where the drift of the energy with symmetric projection comes from: Kraus (2017), section 5.4; claims K17 and K18 in
-- double.  In quadruple precision there is none: quadruple.lua.
--
-- The barely passing orbit of figure 19, with coefficients rounded, split in two parts (eq. 164 and 165), and made
-- exactly symplectic; with stages as Newton's method accepted them, and with the correction by which it did.  The
-- paper has the drift from coefficients that satisfy the condition of symplecticity only nearly.  Here it comes from
-- where the iteration stops: with factors kept from earlier steps (the paper makes them anew in each step) the
-- correction that is left out, less than round-off, is not random.  So methods take it, unless a precision says
-- `accepted`: that shows the drift.  What coefficients remove is asked of stages that take it.
--
-- A drift is asked of an ensemble of 64 perturbed trajectories: the error grows in proportion to time, and its slope
-- differs from zero by its spread.  It is removed where what is left is what unbiased rounding leaves, a random walk
-- (Brouwer's law), and the slope does not differ from zero.  A drift shows only once it has outgrown the walk that is
-- always there: soonest for s = 5, the largest of those of s = 4, 5, 6.
local methods = { "gauss-4", "gauss-5", "gauss-6" }
local claims  = {}
local function claim(id, text, precision, what)
  what.id, what.text, what.precision = id, text, precision
  what.measure, what.methods, what.projection = what.measure or "growth:energy", methods, "symmetric"
  what.source = what.own and "assay: measured" or "Kraus (2017), section 5.4"
  table.insert(claims, what)
end

claim("K17", "in double the energy error of higher orders drifts", "double:accepted",
      { grows = "secular", condition = "once the drift has outgrown the random walk of round-off" })
-- 1e-12 in 1250000 steps of 2.5 is 3.2e-19 per unit of time; of that order: a decade.
claim("K17-slope", "... by no more than some 1e-12 in 1250000 steps", "double",
      { measure = "slope:energy", value = between("-3.2e-18", "3.2e-18") })

claim("K18-split", "with coefficients split in two parts there is no drift", "double:split", { grows = "random-walk" })
claim("K18-symplectic", "with exactly symplectic coefficients there is no drift", "double:symplectic",
      { grows = "random-walk" })
claim("K18-corrected", "nor with rounded ones, if stages take the last correction of Newton's method", "double",
      { grows = "random-walk", own = true })
for _, coefficients in ipairs { "split", "symplectic" } do
  claim("K18-" .. coefficients .. "-accepted", coefficients .. " coefficients do not remove the drift of stages without that "
        .. "correction", "double:" .. coefficients .. ":accepted", { grows = "secular", own = true })
end

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
  precisions  = { "double:accepted", "double:split:accepted", "double:symplectic:accepted", "double", "double:split",
                  "double:symplectic" },
  measures    = { "growth:energy", "slope:energy" },
  claims      = claims,
  figures     = {
    { name = "round-off", title = "The energy error in double", source = "Kraus (2017), section 5.4", kind = "history",
      channel = "energy", model = "guiding-centre-tokamak", projection = "symmetric",
      panels = {
        { title = "Rounded coefficients, stages as accepted", precision = "double:accepted" },
        { title = "Split, as accepted", precision = "double:split:accepted" },
        { title = "Exactly symplectic, as accepted", precision = "double:symplectic:accepted" },
        { title = "Rounded", precision = "double" },
        { title = "Split", precision = "double:split" },
      } },
  },
  full        = { untilsteps = 524288, methods = methods },
}
