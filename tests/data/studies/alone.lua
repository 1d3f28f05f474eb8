return study { title = "t", models = { "point-vortices" }, methods = { "gauss-1" },
  projections = { "none", "symplectic" }, steps = halving("0.1", 1),
  untiltime = "1", precisions = { "double" }, measures = { "energy_error" } }
