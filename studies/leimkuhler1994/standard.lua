-- The standard underlying equations of the pendulum with the midpoint rule, h = 0.1: Leimkuhler and Reich (1994), figure 5.
-- The paper does not say how strong gravity is: 0 and 1.  Nothing is solved to a tolerance of 1e-6 as in the paper, but to
-- round-off.
local midpoint = "runge-kutta:gauss-1"

return study {
  title       = "The standard underlying equations of the pendulum",
  source      = "Leimkuhler, Reich (1994), figure 5",
  models      = { "pendulum" },
  parameters  = { gamma = { "0", "1" }, formulation = { "standard" } },
  methods     = { midpoint, "rattle" },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 10000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "largest:energy", "final_part:energy", "largest:constraint", "final_part:constraint" },
  claims      = {
    { id = "L5-standard", text = "a practical alternative: the energy is approximately conserved", method = midpoint,
      projection = "none", measure = "largest:energy", value = below "0.05", source = "Leimkuhler, Reich (1994), figure 5" },
  },
  figures     = {
    { name = "fig5", title = "Energy error, h = 0.1", source = "Leimkuhler, Reich (1994), figure 5",
      kind = "history", channel = "energy", model = "pendulum", precision = "double", methods = { midpoint },
      panels = { { title = "no gravity", initial = "default[gamma=0]" },
                 { title = "gravity 1", initial = "default" } } },
    { name = "fig5-residuals", title = "Residuals of the constraints, h = 0.1", source = "Leimkuhler, Reich (1994), figure 5",
      kind = "history", channel = "constraint", model = "pendulum", precision = "double", methods = { midpoint },
      panels = { { title = "no gravity", initial = "default[gamma=0]" },
                 { title = "gravity 1", initial = "default" } } },
  },
}
