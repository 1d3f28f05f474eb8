-- The weakly Hamiltonian Dirac formulation of the pendulum with the midpoint rule, h = 0.1: Leimkuhler and Reich (1994), figure 6.
-- The paper does not say how strong gravity is: 0 and 1.  Nothing is solved to a tolerance of 1e-6 as in the paper, but to
-- round-off.
local midpoint = "runge-kutta:gauss-1"

return study {
  title       = "The weakly Hamiltonian Dirac formulation of the pendulum",
  source      = "Leimkuhler, Reich (1994), figure 6",
  models      = { "pendulum" },
  parameters  = { gamma = { "0", "1" }, formulation = { "weak-dirac" } },
  methods     = { midpoint, "rattle" },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 10000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "energy_error", "largest:energy", "final_part:energy", "largest:constraint", "final_part:constraint" },
  claims      = {
    { id = "L5", text = "the energy is far better than in figures 3 and 5", method = midpoint, projection = "none",
      measure = "energy_error", value = below "1e-4", source = "Leimkuhler, Reich (1994), figure 6" },
    { id = "L8-integral", text = "H is a first integral, and quadratic: round-off alone is left", method = midpoint,
      projection = "none", measure = "largest:energy", value = below "1e-12",
      source = "Leimkuhler, Reich (1994), section 3.5" },
    { id = "L7-constant", text = "the residuals stay what they are", method = midpoint, projection = "none",
      measure = "largest:constraint", value = below "1e-11", source = "Leimkuhler, Reich (1994), section 3.5" },
  },
  figures     = {
    { name = "fig6", title = "Energy error, h = 0.1", source = "Leimkuhler, Reich (1994), figure 6",
      kind = "history", channel = "energy", model = "pendulum", precision = "double", methods = { midpoint },
      panels = { { title = "no gravity", initial = "default[formulation=weak-dirac,gamma=0]" },
                 { title = "gravity 1", initial = "default[formulation=weak-dirac]" } } },
    { name = "fig6-residuals", title = "Residuals of the constraints, h = 0.1", source = "Leimkuhler, Reich (1994), figure 6",
      kind = "history", channel = "constraint", model = "pendulum", precision = "double", methods = { midpoint },
      panels = { { title = "no gravity", initial = "default[formulation=weak-dirac,gamma=0]" },
                 { title = "gravity 1", initial = "default[formulation=weak-dirac]" } } },
  },
}
