-- Whether the round-off of Gauss methods with symmetric projection has a drift, on the two models of the paper's long
-- runs in double: Kraus (2017), sections 5.2 and 5.4; claims K12-13 and K18.  On the guiding centre: round-off.lua.
--
-- The growth of the errors of the energy and the angular momentum over an ensemble of 64 perturbed trajectories: the
-- exponent of unbiased rounding is 1/2 (Brouwer's law), and the slope does not differ from zero by its spread.  For s = 1,
-- 2, 3 the truncation error, which oscillates, hides the walk.  Stages as Newton's method accepts them, without the last
-- correction, are the control: what they leave out has a sign, and the energy drifts in proportion to time.
--
-- The last correction leaves what its factors, of earlier steps, do not see: up to a tenth of what it takes away.  With
-- four and six stages on the vortices that is a slope of -2.0e-17 and 0.6e-17 per unit of time, some hundredth of a unit
-- round-off in each step; in quadruple precision it is 5e-20.  The walk hides it for 10^5 steps: of these two the claim is
-- that most of the drift, -1.6e-16 and 1.5e-16, is removed.
local claims = {}
local function claim(id, text, model, methods, what)
  what.id, what.text, what.model, what.methods, what.projection = id, text, model, methods, "symmetric"
  what.measure, what.source = what.measure or "growth:energy", what.source or "assay: measured"
  what.own = what.source == "assay: measured"
  what.precision = what.precision or "double"
  table.insert(claims, what)
end
local walk = "the energy error in double grows as a random walk"
local some = "not four and six stages on the vortices: a tenth of the drift that stages have as accepted is left"

claim("K18-walk", walk, "lotka-volterra", "*", { grows = "random-walk", condition = some })
claim("K18-walk", walk, "point-vortices", "gauss-5", { grows = "random-walk", condition = some })
claim("K18-removed", "... or has less than half of the slope that it has without the last correction of Newton's method",
      "point-vortices", { "gauss-4", "gauss-6" },
      { measure = "slope:energy", value = between("-0.5", "0.5"), relative = { precision = "double:accepted" } })
claim("K18-accepted", "... and in proportion to time without it", nil, "gauss-6",
      { grows = "secular", precision = "double:accepted" })
-- 1e-12 in 10^6 steps of 0.1 is 1e-17 per unit of time; of that order: a decade.
claim("K12-13", "symmetric projection, Gauss with four or more stages: the momentum drifts by no more than some 1e-12 in "
      .. "10^6 steps", "point-vortices", "*", { measure = "slope:angular-momentum", value = between("-1e-16", "1e-16"),
                                              source = "Kraus (2017), section 5.2" })
claim("K12-13-walk", "the drift of the angular momentum is round-off, which walks at random", "point-vortices", "*",
      { measure = "growth:angular-momentum", grows = "random-walk" })

return study {
  title       = "Round-off as a random walk",
  source      = "Kraus (2017), section 5.4",
  models      = { "lotka-volterra", "point-vortices" },
  methods     = { "gauss-4", "gauss-5", "gauss-6" },
  projections = { "symmetric" },
  steps       = each { "0.1" },
  untilsteps  = 32768,
  precisions  = { "double", "double:accepted" },
  measures    = { "growth:energy", "slope:energy", "growth:angular-momentum", "slope:angular-momentum" },
  claims      = claims,
  full        = { untilsteps = 1048576 },
}
