-- What whole.lua has not: runs that break down, pairs that do not apply, a model that depends on the time,
-- quotients, coordinates of holonomic systems.
return study {
  title       = "Runs that end early",
  source      = "",
  models      = { "pendulum", "models/forced/modulated-pendulum.lua", "lotka-volterra" },
  methods     = { "rattle", "gauss-2" },
  projections = { "none", "symmetric" },
  steps       = { ["pendulum"] = halving("0.1", 4), ["models/forced/modulated-pendulum.lua"] = halving("0.1", 4), ["lotka-volterra"] = each { "40", "0.1" } },
  untilsteps  = 20,
  history     = 10,
  precisions  = { "double" },
  measures    = { "energy_error", "symmetry_defect", "constraint_error", "cost" },
  claims      = {
    { id = "cheaper", method = "gauss-2", projection = "symmetric", model = "lotka-volterra", measure = "cost", value = below "1", relative = { projection = "none" }, source = "two" },
    { id = "order", method = "rattle", projection = "none", measure = "constraint_error:g", exact = true, source = "three" },
  },
}
