-- Multipliers that have no formula: McLachlan, Modin, Verdier & Wilkins (2013), Proposition 6; claim I9.  "The constraints may
-- be nonlinear in lambda, and need not be solved analytically": the stages and their multipliers are one system of equations.
--
-- On the ellipsoid 0 = H_l is an equation of degree 6 in one multiplier, in auxiliary.lua it is a pair of coupled cubic
-- equations that does not come from a constraint on velocities.  Radau IIA, which is not symplectic, is the control.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), Proposition 6"
local gauss = { "index-one:gauss-1", "index-one:gauss-2", "index-one:gauss-3" }
local radau = "index-one:radau-iia-2"
local claims = {}
local function add(claim)
  claim.projection = "none"
  claim.source = claim.own and "assay: a control" or source
  table.insert(claims, claim)
end

for s, method in ipairs(gauss) do
  add { id = "I9-implicit-order", text = "full order where the multipliers have no formula", methods = method,
        measure = "solution_error", order = exactly(2*s) }
end
add { id = "I9-implicit-symplectic", text = "symplectic where the multipliers have no formula", methods = gauss,
      measure = "symplectic_defect", exact = true }
add { id = "I9-implicit-control-order", text = "Radau IIA converges there, too", methods = radau, measure = "solution_error",
      order = exactly "3", own = true }
add { id = "I9-implicit-control", text = "... and is not symplectic there", methods = radau, measure = "symplectic_defect",
      exact = false, own = true }

return study {
  title       = "Multipliers that have no formula",
  source      = source,
  models      = { "ellipsoid", "auxiliary" },
  witness     = { ellipsoid = "other", auxiliary = "other" },
  methods     = { gauss[1], gauss[2], gauss[3], radau, "rk4" },
  projections = { "none" },
  steps       = halving("0.1", 6),
  untiltime   = "1",
  refine      = 2,
  precisions  = { 256 },
  measures    = { "solution_error", "symplectic_defect" },
  claims      = claims,
}
