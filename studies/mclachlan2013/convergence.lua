-- Orders and what is symplectic: McLachlan, Modin, Verdier & Wilkins (2013), Propositions 3, 4 and 6, figures 3, 5 and 12;
-- claims I1, I3, I4 and I7.
--
-- Figure 3 has the bicycle in the bowl to T = 10 and compares with the paper's own solution at h = 1e-4; here the errors are
-- those against a certified Taylor series.  Figure 5 differences trajectories that start 1e-8 apart: bilinear.lua.  I4
-- here asks the exact Jacobian of a step.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), "
local gauss = { "index-one:gauss-1", "index-one:gauss-2", "index-one:gauss-3", "index-one:gauss-4" }
local claims = {}
local function add(claim)
  claim.projection = "none"
  claim.source = source .. claim.source
  table.insert(claims, claim)
end

for s, method in ipairs(gauss) do
  for model, first in pairs { ["bicycle-surface"] = "I3-bowl", heisenberg = "I7" } do
    add { id = s == 1 and first or "I1-order", text = "full order", methods = method, model = model,
          measure = "solution_error", order = exactly(2*s), source = "Proposition 4; figures 3 and 12" }
    add { id = s == 1 and model == "bicycle-surface" and "I4" or "I1-symplectic", methods = method, model = model,
          text = "symplectic, by the Jacobian of a step", measure = "symplectic_defect", exact = true,
          source = "Propositions 3 and 4; figure 5" }
  end
end
add { id = "I1-control", text = "a Runge-Kutta method that is not symplectic makes no symplectic map", methods = "rk4",
      measure = "symplectic_defect", exact = false, source = "Proposition 3" }

return study {
  title       = "Runge-Kutta methods on index one constraints",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013), sections 2, 5 and 6",
  models      = { "bicycle-surface", "heisenberg" },
  witness     = { heisenberg = "other" },
  methods     = { gauss[1], gauss[2], gauss[3], gauss[4], "rk4" },
  projections = { "none" },
  steps       = { ["bicycle-surface"] = halving("0.1", 6), heisenberg = halving("0.2", 6) },
  untiltime   = "10",
  refine      = 2,
  precisions  = { 256 },
  measures    = { "solution_error", "energy_error", "symplectic_defect" },
  claims      = claims,
  figures     = {
    { name = "fig3", title = "Error of the solution, bicycle in the bowl", source = "McLachlan et al. (2013), figure 3",
      model = "bicycle-surface", precision = 256, measures = { "solution_error" } },
    { name = "fig12-order", title = "Error of the solution, Heisenberg problem", source = "McLachlan et al. (2013), section 6",
      model = "heisenberg", precision = 256, measures = { "solution_error" } },
  },
}
