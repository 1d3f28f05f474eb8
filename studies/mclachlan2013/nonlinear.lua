-- Constraints that are nonlinear in the velocity: McLachlan, Modin, Verdier & Wilkins (2013), Propositions 5 and 6; claim I9.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), "
local gauss = { "index-one:gauss-1", "index-one:gauss-2", "index-one:gauss-3", "index-one:gauss-4" }
local claims = {}
local function add(claim)
  claim.projection = "none"
  claim.source = source .. claim.source
  table.insert(claims, claim)
end

for s, method in ipairs(gauss) do
  add { id = "I9-order", text = "full order with constraints nonlinear in the velocity", methods = method,
        measure = "solution_error", order = exactly(2*s), source = "Propositions 5 and 6" }
end
add { id = "I9-symplectic", text = "symplectic with constraints nonlinear in the velocity", methods = gauss,
      measure = "symplectic_defect", exact = true, source = "Proposition 6" }

return study {
  title       = "Constraints nonlinear in the velocity",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013), section 3",
  models      = { "isokinetic", "cone" },
  witness     = { isokinetic = "other", cone = "other" },
  methods     = { gauss[1], gauss[2], gauss[3], gauss[4], "rk4" },
  projections = { "none" },
  steps       = halving("0.05", 6),
  untiltime   = "1",
  refine      = 2,
  precisions  = { 256 },
  measures    = { "solution_error", "symplectic_defect" },
  claims      = claims,
}
