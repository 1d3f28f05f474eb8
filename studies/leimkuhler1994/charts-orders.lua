-- What steps in charts of the pendulum are: of the order of the method, canonical on the manifold, on the constraints:
-- Leimkuhler and Reich (1994), section 2; claim L6.  Four charts as in charts.lua, which change within each run.
local midpoint = "runge-kutta:gauss-1"
local gauss    = "runge-kutta:gauss-[12]"

return study {
  title       = "Steps in charts of the pendulum",
  source      = "Leimkuhler, Reich (1994), section 2",
  models      = { "pendulum" },
  initial     = { "default", "bdf" },
  parameters  = { formulation = { "charts" } },
  methods     = { midpoint, "runge-kutta:gauss-2", "rk4" },
  projections = { "none" },
  steps       = halving("0.05", 6),
  untiltime   = "2",
  precisions  = { 200 },
  measures    = { "solution_error", "symplectic_defect", "constraint_error" },
  claims      = {
    { id = "L6-charts", text = "the equations are canonical in local coordinates: Gauss methods on them are, on the manifold",
      method = gauss, projection = "none", measure = "symplectic_defect", exact = true,
      source = "Leimkuhler, Reich (1994), Proposition 2.1" },
    { id = "L2-order", text = "correct dynamics on bounded intervals as h goes to 0: the midpoint rule has order 2",
      method = midpoint, projection = "none", measure = "solution_error", order = exactly "2",
      source = "Leimkuhler, Reich (1994), section 2" },
    { id = "L2-order-4", text = "... and methods of order 4 have order 4, whatever charts a run passes",
      method = { "runge-kutta:gauss-2", "rk4" }, projection = "none", measure = "solution_error", order = exactly "4",
      own = true, source = "assay: measured" },
    { id = "L2-manifold", text = "a step ends on the constraints", method = "*", projection = "none",
      measure = "constraint_error:g", exact = true, source = "Leimkuhler, Reich (1994), eq. 8" },
    { id = "L2-hidden", text = "... and its momenta on the hidden one", method = "*", projection = "none",
      measure = "constraint_error:psi", exact = true, source = "Leimkuhler, Reich (1994), eq. 9" },
  },
}
