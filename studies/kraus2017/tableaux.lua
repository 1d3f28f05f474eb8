-- What coefficients and stability functions say: Kraus (2017), sections 3.5 and 4.4; claims K27 and K29.
--
-- K27 is about tableaux alone: Q_s = q_{n+1} and P_s = p_{n+1} ask for the last rows of a and abar to be b, and then
-- b_i abar_ij + b_j a_ji = b_i b_j at i = s leaves no weight b_s.  Both residuals are measured of every tableau, at the
-- bits of the run.
--
-- K29: with R(inf) = -1 the symplectic projection is the unprojected method between two projections; with +1 it is not.
local claims = {}
local function claim(id, text, measure, methods, projection, what)
  local made = { id = id, text = text, measure = measure, methods = methods, projection = projection }
  for key, value in pairs(what) do made[key] = value end
  made.source = "Kraus (2017), " .. made.source
  table.insert(claims, made)
end
local symplectic = { "gauss-*", "srk-3", "lobatto-iii*" }
local odd, even  = { "gauss-1", "gauss-3", "gauss-5" }, { "gauss-2", "gauss-4", "gauss-6" }

claim("K27", "symplectic variational Runge-Kutta methods do not end in their last stage", "stiff_accuracy_residual",
      symplectic, "none", { value = above "0.01", source = "section 3.5" })
claim("K27-symplectic", "... and these are symplectic", "symplecticity_residual", symplectic, "none",
      { value = below "1e-50", source = "section 3.4" })
claim("K27-radau", "Radau IIA ends in its last stage", "stiff_accuracy_residual", { "radau-iia-*" }, "none",
      { value = below "1e-50", source = "section 3.5" })
claim("K27-radau-not-symplectic", "... and is not symplectic", "symplecticity_residual", { "radau-iia-*" }, "none",
      { value = above "0.001", source = "section 3.5" })

claim("K29", "R(inf) = -1: the symplectic projection is that of unprojected steps", "post_projection_defect",
      { "gauss-1", "gauss-3", "gauss-5", "srk-3", "lobatto-iiia-iiib-2", "lobatto-iiia-iiib-4", "lobatto-iiib-iiia-2",
        "lobatto-iiib-iiia-4", "lobatto-iiic-2", "lobatto-iiic-4" }, "symplectic", { value = below "1e-50", source = "section 4.4, eq. 125" })
claim("K29-even", "R(inf) = 1: it is not", "post_projection_defect",
      { "gauss-2", "lobatto-iiia-iiib-3", "lobatto-iiib-iiia-3", "lobatto-iiic-3" }, "symplectic",
      { value = above "1e-10", source = "section 4.4" })
claim("K29-order", "without projection the solution has order s + 1 for odd s", "solution_error", odd, "none",
      { order = exactly "s + 1", source = "section 4.4" })
claim("K29-order-even", "... and s for even s", "solution_error", even, "none",
      { order = exactly "s", source = "section 4.4" })

return study {
  title       = "Coefficients, and post-projection",
  source      = "Kraus (2017), sections 3.5 and 4.4",
  models      = { "massless-charged-particle" },
  witness     = { ["massless-charged-particle"] = "other" },
  methods     = { "gauss-*", "srk-3", "lobatto-iii*", "radau-iia-*" },
  projections = { "none", "symplectic" },
  steps       = halving("0.2", 5),
  refine      = 4,
  untiltime   = "2",
  precisions  = { 200 },
  measures    = { "stiff_accuracy_residual", "symplecticity_residual", "post_projection_defect", "solution_error" },
  claims      = claims,
}
