return study { title = "Two versions", models = { "lotka-volterra" }, methods = { "gauss-1" },
  projections = { "none" }, steps = halving("0.1", 5), untiltime = "2",
  precisions = { "double" }, measures = { "energy_error" },
  claims = { { id = "K1", source = "s", method = "gauss-*", projection = "none",
               measure = "energy_error", order = exactly "s + 1" } },
  full = { untiltime = "4", methods = { "gauss-1", "gauss-2" } } }
