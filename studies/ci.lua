-- A gate of under a minute: every method with every projection once, on the vortices, over a short time; other initial
-- data are run only where a claim would be refuted.  Nothing is refined: all that is claimed is settled by these steps.
--
-- What is claimed is what the families claim (assay show METHOD), with the projections that restore the order; of
-- lobatto-iiic nobody claims that a projection does.
local claims = {}
local function claim(id, methods, order, projections)
  for _, projection in ipairs(projections) do
    for _, measure in ipairs { "energy_error", "solution_error" } do
      table.insert(claims, {
        id = id, methods = methods, projection = projection, measure = measure, order = order,
        source = "assay show METHOD; with projection Kraus (2017), table 2",
      })
    end
  end
end
local restoring = { "symmetric", "symplectic" }
claim("gauss", { "gauss-*" }, at_least "2*s", restoring)
claim("srk", { "srk-3" }, at_least "4", restoring)
claim("lobatto", { "lobatto-iiia-iiib-*", "lobatto-iiib-iiia-*", "lobatto-iiid-*", "lobatto-iiie-*" }, at_least "2*s - 2", restoring)
claim("radau", { "radau-iia-*" }, at_least "2*s - 1", { "none" })
claim("rk4", { "rk4" }, at_least "4", { "none" })

-- A projection that is said to keep the symmetry keeps it to the last bit, at every precision; so does the constraint.
local symmetric = { "gauss-*", "srk-3", "lobatto-iiia-iiib-*", "lobatto-iiib-iiia-*", "lobatto-iiid-*", "lobatto-iiie-*" }
local function exact(id, measure, methods, projections, source)
  for _, projection in ipairs(projections) do
    table.insert(claims, {
      id = id, methods = methods, projection = projection, measure = measure, exact = true, source = source,
    })
  end
end
exact("K25", "symmetry_defect", symmetric, { "symmetric", "midpoint" }, "Kraus (2017), sections 4.3, 4.5")
exact("constraint", "constraint_error:phi", { "gauss-*", "srk-3", "lobatto-iii*" },
      { "standard", "symmetric", "symplectic", "midpoint" }, "Kraus (2017), section 4")

return study {
  title       = "Every method with every projection, over a short time",
  source      = "",
  models      = { "point-vortices" },
  witness     = { ["point-vortices"] = "half" }, -- a refutation takes two
  methods     = { "*" },
  projections = "all",
  steps       = halving("0.2", 5),
  untiltime   = "1",
  precisions  = { 200 },
  measures    = { "energy_error", "solution_error", "constraint_error:phi", "symmetry_defect" },
  verdicts    = 208,                                  -- one for each order or number that a claim is about
  claims      = claims,
}
