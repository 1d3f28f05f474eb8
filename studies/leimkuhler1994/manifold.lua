-- The two formulations that are Hamiltonian along the manifold only: Leimkuhler and Reich
-- (1994); claims L6 and L8.
local midpoint = "runge-kutta:gauss-1"

return study {
  title       = "The two formulations that are Hamiltonian along the manifold only",
  source      = "Leimkuhler, Reich (1994)",
  models      = { "pendulum" },
  initial     = { "default", "bdf" },
  parameters  = { formulation = { "standard", "weak-dirac" } },
  methods     = { midpoint, "rk4", "rattle" },
  projections = { "none" },
  steps       = halving("0.1", 4),
  untiltime   = "1",
  precisions  = { 200 },
  measures    = { "symplectic_defect", "symplectic_defect:ambient", "constraint_error", "energy_error" },
  claims      = {
    { id = "L6-manifold", text = "they are not canonical in R^2n: nor is the midpoint rule on them", method = midpoint,
      projection = "none", measure = "symplectic_defect:ambient", exact = false,
      source = "Leimkuhler, Reich (1994), section 3.5" },
    { id = "L8-strong", text = "psi is a strong invariant, and quadratic: the midpoint rule keeps it", method = midpoint,
      projection = "none", measure = "constraint_error:psi", exact = true,
      source = "Leimkuhler, Reich (1994), section 3.1, after Cooper (1987)" },
  },
}
