-- The two formulations that are Hamiltonian systems in all of R^2n: Leimkuhler and Reich
-- (1994); claims L6 and L8.
local midpoint = "runge-kutta:gauss-1"

return study {
  title       = "The two formulations that are Hamiltonian systems in all of R^2n",
  source      = "Leimkuhler, Reich (1994)",
  models      = { "pendulum" },
  initial     = { "default", "bdf" },
  parameters  = { formulation = { "dirac", "simplified-dirac" } },
  methods     = { midpoint, "rk4", "rattle" },
  projections = { "none" },
  steps       = halving("0.1", 4),
  untiltime   = "1",
  precisions  = { 200 },
  measures    = { "symplectic_defect", "symplectic_defect:ambient", "constraint_error", "invariant_error" },
  claims      = {
    { id = "L6-canonical", text = "they are canonical in all of R^2n: the midpoint rule on them is", method = midpoint,
      projection = "none", measure = "symplectic_defect:ambient", exact = true,
      source = "Leimkuhler, Reich (1994), sections 3.1 and 3.2" },
    { id = "L8-weak", text = "the quadratic constraint is a weak invariant: the midpoint rule does not keep it",
      method = midpoint, projection = "none", measure = "constraint_error:g", exact = false,
      source = "Leimkuhler, Reich (1994), section 3.1" },
    { id = "L8-total", text = "... nor the total Hamiltonian, which is not quadratic", method = midpoint,
      projection = "none", measure = "invariant_error:total-energy", exact = false, own = true, source = "assay: measured" },
  },
}
