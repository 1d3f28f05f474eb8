-- "T'0" is a claim of nobody's.
local function claim(id, projection, measure, order)
  return { id = id, source = "Nobody (2017), page 3", method = "gauss-*", projection = projection,
           measure = measure, order = exactly(order) }
end
return study { title = "Tiny", source = "Nobody (2017)", models = { "lotka-volterra" },
  steps = halving("0.1", 5), untiltime = "2", precisions = { 128 },
  measures = { "energy_error", "solution_error" },
  methods = { "gauss-1" }, projections = { "none" },
  claims = { claim("T2", "none", "solution_error", "2*s"), claim("T'0", "none", "energy_error", "2*s") },
  full = { untiltime = "3" } }
