-- T2 holds in one part and is open in the other (a refutation would take two).
local function claim(id, projection, measure, order)
  return { id = id, source = "Nobody (2017), page 3", method = "gauss-*", projection = projection,
           measure = measure, order = exactly(order) }
end
return study { title = "Tiny", source = "Nobody (2017)", models = { "lotka-volterra" },
  steps = halving("0.1", 5), untiltime = "2", precisions = { 128 },
  measures = { "energy_error", "solution_error" },
  methods = { "gauss-1" }, projections = { "none", "symmetric" },
  claims = { claim("T1", "symmetric", "energy_error", "2*s"), claim("T2-energy", "none", "energy_error", "s + 3") },
  tables = { { name = "table4", title = "Energy & more", model = "lotka-volterra",
    measure = "energy_error", precision = 128 } },
  figures = { { name = "errors", title = "Errors", source = "Nobody (2017), figures 5 and 6",
    model = "lotka-volterra", measures = { "solution_error" }, precision = 128 } } }
