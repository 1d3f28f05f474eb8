return study { title = "Two models", models = { "./first.lua", "./flat.lua" }, methods = { "gauss-2", "rk4" },
  projections = { "none", "symmetric" }, steps = halving("0.1", 5), untiltime = "2",
  precisions = { "double", 128 }, measures = { "solution_error" },
  claims = { { id = "whole", source = "here", methods = { "gauss-2", "rk4" },
    projection = "symmetric", measure = "solution_error", order = exactly "2*s" } } }
