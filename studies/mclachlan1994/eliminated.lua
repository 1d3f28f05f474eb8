-- The free double spherical pendulum as the paper's figure 2 has it: the constraint algorithm beside the midpoint rule on
-- the canonical equations of H + l.phi, l(q, p) the analytic multiplier, which are the formulation simplified-dirac; claim
-- S6.  (double-pendulum.lua has the midpoint rule on the standard underlying equations.)
--
-- Errors are taken at t = 5.  Of the equations of H + l.phi the constraints are no integrals: on the manifold they are
-- kept, beside it they depart from 0 exponentially, and the midpoint rule steps beside it.
local data     = { "default[formulation=simplified-dirac,g=0]" }
local midpoint = "runge-kutta:gauss-1"
local source   = "McLachlan, Scovel (1994), section 6.3 and figure 2"
local claims   = {}
local function claim(id, text, method, measure, entry)
  entry.id, entry.text, entry.method, entry.measure, entry.projection, entry.source = id, text, method, measure, "none", source
  table.insert(claims, entry)
end

claim("S6-eliminated", "the midpoint rule on H + l.phi loses the constraints", midpoint, "constraint_error:g", { exact = false })
claim("S6-eliminated-control", "RATTLE keeps them", "rattle", "constraint_error:g", { exact = true })
claim("S6-accuracy", "it is less accurate by more than a factor of ten", midpoint, "position_error",
      { value = above "10", relative = { method = "rattle" } })
claim("S6-second", "both are of second order: RATTLE", "rattle", "solution_error", { order = exactly(2) })
claim("S6-second-midpoint", "both are of second order: the midpoint rule", midpoint, "solution_error", { order = exactly(2) })
claim("S6-canonical", "the midpoint rule on H + l.phi is symplectic", midpoint, "symplectic_defect:ambient", { exact = true })
claim("S6-on-manifold", "RATTLE is symplectic, on the manifold", "rattle", "symplectic_defect", { exact = true })

return study {
  title       = "The double spherical pendulum with eliminated multipliers",
  source      = source,
  models      = { "double-spherical-pendulum" },
  parameters  = { g = { "0" }, formulation = { "simplified-dirac" } },
  methods     = { "rattle", midpoint, "rk4" },
  projections = { "none" },
  steps       = halving("0.05", 7),
  refine      = 3,
  untiltime   = "5",
  precisions  = { 128 },
  measures    = { "solution_error", "position_error", "constraint_error", "symplectic_defect", "symplectic_defect:ambient" },
  claims      = claims,
  figures     = {
    { name = "position-errors", title = "Errors of the positions at t = 5", source = source, model = "double-spherical-pendulum",
      measures = { "position_error" }, precision = 128 },
  },
}
