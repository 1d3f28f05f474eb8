-- The simplified formulation of the pendulum with the midpoint rule, h = 0.01, up to t = 1: Leimkuhler and Reich (1994),
-- figure 4; claims L4 and L7.  Soon after it breaks down: with h = 0.1 in step 12 (no gravity) and 10.
--
-- "Very rapidly": the last tenth has ten times the error of the first and more.
local midpoint = "runge-kutta:gauss-1"

return study {
  title       = "The simplified formulation of the pendulum",
  source      = "Leimkuhler, Reich (1994), figure 4",
  models      = { "pendulum" },
  parameters  = { gamma = { "0", "1" }, formulation = { "simplified-dirac" } },
  methods     = { midpoint, "rattle" },
  projections = { "none" },
  steps       = each { "0.01" },
  untilsteps  = 100,
  history     = 100,
  precisions  = { "double" },
  measures    = { "largest:energy", "final_part:energy", "largest:constraint", "final_part:constraint" },
  claims      = {
    { id = "L4", text = "the Hamiltonian grows very rapidly", method = midpoint, projection = "none",
      measure = "final_part:energy", value = above "10", source = "Leimkuhler, Reich (1994), figure 4" },
    { id = "L4-residuals", text = "... and so do the residuals", method = midpoint, projection = "none",
      measure = "final_part:constraint", value = above "10", source = "Leimkuhler, Reich (1994), figure 4" },
    { id = "L4-control", text = "... with RATTLE the energy does not", method = "rattle", projection = "none",
      measure = "largest:energy", value = below "1e-3", source = "assay: a control" },
  },
  figures     = {
    { name = "fig4", title = "Energy error, h = 0.01", source = "Leimkuhler, Reich (1994), figure 4",
      kind = "history", channel = "energy", model = "pendulum", precision = "double", methods = { midpoint },
      panels = { { title = "no gravity", initial = "default[formulation=simplified-dirac,gamma=0]" },
                 { title = "gravity 1", initial = "default[formulation=simplified-dirac]" } } },
    { name = "fig4-residuals", title = "Residuals of the constraints, h = 0.01",
      source = "Leimkuhler, Reich (1994), figure 4",
      kind = "history", channel = "constraint", model = "pendulum", precision = "double", methods = { midpoint },
      panels = { { title = "no gravity", initial = "default[formulation=simplified-dirac,gamma=0]" },
                 { title = "gravity 1", initial = "default[formulation=simplified-dirac]" } } },
  },
}
