local function claim(id, projection, order)
  return { id = id, source = "Nobody (2017), table 1", method = "gauss-*", projection = projection,
           measure = "energy_error", order = exactly(order) }
end
local function orders(name, measure)
  return { name = name, title = "Orders", model = "lotka-volterra", measure = measure, precision = 128 }
end
return study { title = "Tiny", source = "Nobody (2017)", models = { "lotka-volterra" },
  steps = halving("0.1", 5), untiltime = "2", precisions = { "double", 128, 96 },
  methods = { "gauss-1", "gauss-2" }, projections = { "none", "symmetric" },
  measures = { "solution_error", "energy_error" },
  claims = { claim("T1", "symmetric", "2*s"), claim("T2", "none", "s + 3") },
  tables = { orders("energy", "energy_error"), orders("solution", "solution_error") },
  figures = { { name = "errors", title = "Errors", model = "lotka-volterra",
                measures = { "energy_error" }, precision = 96 } } }
