-- Dirac's formulation of the pendulum with the midpoint rule, h = 0.1: Leimkuhler and Reich (1994), figure 3.
-- The paper does not say how strong gravity is: 0 and 1.  Nothing is solved to a tolerance of 1e-6 as in the paper, but to
-- round-off.
local midpoint = "runge-kutta:gauss-1"

return study {
  title       = "Dirac's formulation of the pendulum",
  source      = "Leimkuhler, Reich (1994), figure 3",
  models      = { "pendulum" },
  parameters  = { gamma = { "0", "1" }, formulation = { "dirac" } },
  methods     = { midpoint, "rattle" },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 10000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "largest:energy", "final_part:energy", "largest:constraint", "final_part:constraint" },
  claims      = {
    { id = "L3", text = "the energy is approximately conserved for long", method = midpoint, projection = "none",
      measure = "largest:energy", value = below "0.05", source = "Leimkuhler, Reich (1994), figure 3" },
    { id = "L3-bounded", text = "... and its error does not grow", method = midpoint, projection = "none",
      measure = "final_part:energy", value = below "1.5", source = "Leimkuhler, Reich (1994), figure 3" },
    { id = "L3-residuals", text = "the residuals of the constraints stay small", method = midpoint, projection = "none",
      measure = "largest:constraint", value = below "0.05", source = "Leimkuhler, Reich (1994), figure 3" },
    { id = "L7-centre", text = "the residuals turn around a centre: they do not grow", method = midpoint,
      projection = "none", measure = "final_part:constraint", value = below "1.5",
      source = "Leimkuhler, Reich (1994), section 3.4" },
  },
  figures     = {
    { name = "fig3", title = "Energy error, h = 0.1", source = "Leimkuhler, Reich (1994), figure 3",
      kind = "history", channel = "energy", model = "pendulum", precision = "double", methods = { midpoint },
      panels = { { title = "no gravity", initial = "default[formulation=dirac,gamma=0]" },
                 { title = "gravity 1", initial = "default[formulation=dirac]" } } },
    { name = "fig3-residuals", title = "Residuals of the constraints, h = 0.1", source = "Leimkuhler, Reich (1994), figure 3",
      kind = "history", channel = "constraint", model = "pendulum", precision = "double", methods = { midpoint },
      panels = { { title = "no gravity", initial = "default[formulation=dirac,gamma=0]" },
                 { title = "gravity 1", initial = "default[formulation=dirac]" } } },
  },
}
