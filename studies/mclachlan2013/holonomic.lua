-- Holonomic constraints: McLachlan, Modin, Verdier & Wilkins (2013), Proposition 8 and section 2; claims I8 and I10.
--
-- The midpoint rule on H + l g(q) as if g were of index one keeps the constraint at the midpoint alone: momenta and
-- multipliers do not converge, and the energy is wrong by as much at every step size.
--
-- Without a potential q.p = 0 is kept by rk4 as well, to all digits, so that psi says nothing on hopf-sphere.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), "
local velocity = { "hopf-sphere", "hopf-sphere-potential", "unicycle-on-surface" }
local claims = {}
local function add(claim)
  claim.projection = "none"
  claim.source = source .. claim.source
  table.insert(claims, claim)
end

for _, model in ipairs(velocity) do
  add { id = "I8-order", text = "order 2", methods = "rattle-midpoint", model = model, measure = "solution_error",
        order = exactly(2), source = "Proposition 8" }
  add { id = "I8-symplectic", text = "symplectic on the constraint manifold", methods = "rattle-midpoint", model = model,
        measure = "symplectic_defect", exact = true, source = "Proposition 8" }
  for _, constraint in ipairs { "g", "psi" } do
    add { id = "I8-constraint", text = "on the constraint manifold", methods = "rattle-midpoint", model = model,
          measure = "constraint_error:" .. constraint, exact = true, source = "Proposition 8" }
  end
end
add { id = "I10", text = "the midpoint rule applied directly to holonomic constraints does not converge: its energy is wrong "
      .. "by more than itself at the smallest step, as at the largest", methods = "midpoint-direct", model = "pendulum",
      measure = "energy_error", value = above "1", step = "0.00625", source = "section 2" }

return study {
  title       = "RATTLE with the midpoint rule inside, and the midpoint rule applied directly",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013), sections 2 and 4",
  models      = { "hopf-sphere", "hopf-sphere-potential", "unicycle-on-surface", "pendulum" },
  witness     = { ["hopf-sphere"] = "other", ["hopf-sphere-potential"] = "other", ["unicycle-on-surface"] = "other" },
  methods     = { "rattle-midpoint", "midpoint-direct", "rk4" },
  projections = { "none" },
  steps       = halving("0.1", 5),
  untiltime   = "2",
  refine      = 2,
  precisions  = { 256 },
  measures    = { "solution_error", "energy_error", "symplectic_defect", "constraint_error:g", "constraint_error:psi" },
  claims      = claims,
  expect      = { { id = "hopf-sphere/default/rattle-midpoint/none/256/constraint_error:psi", verdict = "vacuous" } },
  figures     = {
    { name = "rattle-midpoint", title = "Error of the solution under holonomic constraints",
      source = "McLachlan et al. (2013), Proposition 8", model = "unicycle-on-surface", precision = 256,
      measures = { "solution_error" } },
  },
}
