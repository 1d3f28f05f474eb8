-- The free double spherical pendulum by the constraint algorithms and by the midpoint rule on the equations with
-- eliminated multipliers: McLachlan and Scovel (1994), section 6.3 and figure 2; claims S6 and S7.
--
-- On the equations with eliminated multipliers the midpoint rule leaves the manifold, and is not symplectic on it.
local constrained, midpoint = { "reich", "reich-adjoint", "rattle" }, "runge-kutta:gauss-1"
local claims = {}
local function claim(id, text, methods, measure, entry)
  entry.id, entry.text, entry.methods, entry.measure, entry.projection = id, text, methods, measure, "none"
  entry.source = "McLachlan, Scovel (1994), section 6.3"
  table.insert(claims, entry)
end

claim("S6-order", "the constraint algorithm is of second order", { "rattle" }, "solution_error", { order = exactly(2) })
claim("S6-order", "the midpoint rule is of second order", { midpoint }, "solution_error", { order = exactly(2) })
claim("S6-symplectic", "the constraint algorithm is symplectic", constrained, "symplectic_defect", { exact = true })
claim("S6-constraint", "the constraint algorithm keeps the constraints", constrained, "constraint_error:g", { exact = true })
claim("S6-lost", "the midpoint rule loses the constraints", { midpoint }, "constraint_error:g", { exact = false })
claim("S7", "the angular momentum about the vertical is preserved", constrained, "invariant_error:vertical-momentum",
      { exact = true })

return study {
  title       = "The double spherical pendulum",
  source      = "McLachlan, Scovel (1994), section 6.3 and figure 2",
  models      = { "double-spherical-pendulum" },
  parameters  = { g = { "0" } },
  methods     = { "reich", "reich-adjoint", "rattle", midpoint },
  projections = { "none" },
  steps       = halving("0.05", 6),
  untiltime   = "1",
  precisions  = { 128 },
  measures    = { "solution_error", "energy_error", "invariant_error", "constraint_error:g", "symplectic_defect" },
  claims      = claims,
}
