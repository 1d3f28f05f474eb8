-- Which methods look on linear equations like what they are not: the third part of panel.lua, whose results are kept with the
-- others.  Of a method x' = A x shows its stability function alone; harness/plan/comparison.h says what these four show.
local claims = { { id = "order", measure = "solution_error", methods = "*", projection = "*", order = at_least "1",
                   source = "none: what is claimed decides what is measured" } }
for _, measure in ipairs { "symplectic_defect", "bilinear_defect", "symmetry_defect", "reversibility_defect", "energy_error" } do
  table.insert(claims, { id = measure, measure = measure, methods = "*", projection = "*", exact = true,
                         source = "none: what is claimed decides what is measured" })
end

return study {
  title       = "The panel of known failures: what linear equations do not show",
  source      = "",
  models      = { "kepler", "henon-heiles" },
  methods     = { "runge-kutta:linear-12", "runge-kutta:lobatto-iiia-iiib-2", "runge-kutta:gauss-1", "runge-kutta:uneven-midpoint" },
  projections = { "none" },
  steps       = { kepler = halving("0.05", 5), ["henon-heiles"] = halving("0.2", 5) },
  untiltime   = "2",
  precisions  = { 128 },
  measures    = { "symplectic_defect", "bilinear_defect", "symmetry_defect", "reversibility_defect", "energy_error", "solution_error" },
  claims      = claims,
}
