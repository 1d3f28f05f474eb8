local right = { id = "true", source = "Kraus (2017), table 2", method = "gauss-*", projection = "symmetric",
  measure = "energy_error", order = exactly "2*s" }
-- 2 of gauss-2 without a projection, table 2 of Kraus (2017)
local wrong = { id = "false", source = "nobody", method = "gauss-2", projection = "none",
  measure = "energy_error", order = exactly "5" }
return study { title = "Tiny", models = { "./first.lua" }, methods = { "gauss-1", "gauss-2" },
  projections = { "none", "symmetric" }, steps = halving("0.1", 5), untiltime = "2",
  precisions = { "double", 128 }, measures = { "solution_error", "energy_error" },
  witness = { ["./first.lua"] = "other" },
  claims = { right, wrong },
  tables = { { name = "orders", title = "Orders", model = "first", measure = "energy_error",
               precision = 128 } },
  figures = { { name = "errors", title = "Errors", model = "first",
                measures = { "energy_error" }, precision = 128 } } }
