return study { title = "Rough", models = { "./kink.lua", "./first.lua" }, methods = { "gauss-2" },
  projections = { "none" }, steps = halving("0.4", 4), untiltime = "4", precisions = { "double", 128 },
  measures = { "solution_error", "symmetry_defect", "energy_error" },
  claims = { { id = "four", source = "here", methods = "gauss-2", projection = "none",
               measure = "solution_error", order = exactly "4" } } }
