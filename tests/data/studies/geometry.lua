local steps = halving("0.1", 5)
return study { title = "Geometry", models = { "point-vortices", "lotka-volterra" },
  methods = { "gauss-1", "gauss-2", "radau-iia-2" },
  projections = { "none", "symplectic" },
  steps = { ["point-vortices"] = steps, ["lotka-volterra"] = steps },
  untiltime = "1", precisions = { "128" },
  measures = { "reversibility_defect", "parasitic", "parasitic:departure", "bilinear_defect",
               "bilinear_defect:paper", "post_projection_defect", "stiff_accuracy_residual",
               "symplecticity_residual", "cost" },
  claims = {
    { id = "turned", methods = { "gauss-*", "radau-*" }, projection = "none",
      measure = "reversibility_defect", exact = true, source = "a test" },
    { id = "post", method = "gauss-*", projection = "symplectic",
      measure = "post_projection_defect", exact = true, source = "a test" },
    { id = "departure", method = "gauss-*", projection = "none", measure = "parasitic:departure",
      order = at_least "1", source = "a test" } } }
