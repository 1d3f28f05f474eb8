return study { title = "Zero", models = { "./flat.lua" }, methods = { "gauss-2" },
  projections = { "symmetric" }, steps = halving("0.1", 5), untiltime = "2",
  precisions = { "double", 128 }, measures = { "energy_error" },
  claims = { { id = "zero", source = "here", methods = "gauss-2", projection = "symmetric",
    measure = "energy_error", exact = true } } }
