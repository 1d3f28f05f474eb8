return study { title = "Tiny", source = "Nobody (2017)", models = { "lotka-volterra" },
  steps = halving("0.1", 5), untiltime = "2", precisions = { "double", 128, 96 },
  methods = { "gauss-1" }, projections = { "standard" }, measures = { "energy_error" },
  claims = { { id = "T2", source = "Nobody (2017), table 1", method = "gauss-*", projection = "standard",
               measure = "energy_error", order = exactly "2*s" } } }
