-- The second claim is false; a refutation takes two sets of initial data, and there is one
return study { title = "Tiny", models = { "lotka-volterra" }, methods = { "gauss-1", "gauss-2" },
  projections = { "none", "symmetric" }, steps = halving("0.1", 5), untiltime = "2",
  precisions = { "double", 128 }, measures = { "solution_error", "energy_error" },
  claims = {
    { id = "true", source = "Kraus (2017), table 2", method = "gauss-*", projection = "symmetric",
      measure = "energy_error", order = exactly "2*s" },
    { id = "false", source = "nobody", method = "gauss-*", projection = "none",
      measure = "energy_error", order = exactly "s + 3" } },
  tables = { { name = "orders", title = "Orders", model = "lotka-volterra",
               measure = "energy_error", precision = 128 } },
  figures = { { name = "errors", title = "Errors", model = "lotka-volterra",
                measures = { "energy_error" }, precision = 128 } } }
