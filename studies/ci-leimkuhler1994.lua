-- A gate of some seconds for holonomic constraints: what methods promise on them, and which formulations of the underlying
-- equations are canonical; the short form of studies/leimkuhler1994.
local midpoint = "runge-kutta:gauss-1"
local claims = {}
local function exact(id, measure, methods, source)
  table.insert(claims, { id = id, measure = measure, methods = methods, projection = "none", exact = true, source = source })
end
local function order(method, p, source)
  table.insert(claims, { id = "order", measure = "solution_error", method = method, projection = "none",
                         order = exactly(p), source = source })
end
local geometric = { "rattle", "reich", "lobatto-jay-3" }

exact("L6", "symplectic_defect:ambient", { midpoint }, "Leimkuhler, Reich (1994), section 3.1")
exact("L6-manifold", "symplectic_defect", { midpoint }, "Leimkuhler, Reich (1994), proposition 2.1 and section 3.1")
exact("symplectic", "symplectic_defect", geometric, "Hairer, Lubich, Wanner (2006), section VII.1")
exact("symmetric", "symmetry_defect", { "rattle", "lobatto-jay-3" }, "Hairer, Lubich, Wanner (2006), section VII.1")
exact("position", "constraint_error:g", { "rattle", "reich", "lobatto-jay-3", "shake" }, "an equation of the step")
exact("hidden", "constraint_error:psi", geometric, "an equation of the step")
order("rattle", "2", "Hairer, Lubich, Wanner (2006), theorem VII.1.3")
order("reich", "1", "McLachlan, Scovel (1994), section 2")
order("lobatto-jay-3", "4", "Hairer, Lubich, Wanner (2006), theorem VII.1.7")

return study {
  title       = "Holonomic constraints: methods and formulations",
  source      = "Leimkuhler, Reich (1994)",
  models      = { "pendulum" },
  initial     = { "default", "bdf" },
  parameters  = { formulation = { "standard", "dirac", "charts" } },
  methods     = { midpoint, "rattle", "shake", "reich", "lobatto-jay-3", "rk4" },
  projections = { "none" },
  steps       = halving("0.1", 6),
  untiltime   = "1",
  precisions  = { 200 },
  measures    = { "solution_error", "symplectic_defect", "symplectic_defect:ambient", "symmetry_defect",
                  "constraint_error" },
  claims      = claims,
  expect      = { -- of the standard equations, which are canonical on the manifold alone and whose steps leave it
    { id = "pendulum/default/runge-kutta:gauss-1/none/200/symplectic_defect", verdict = "refuted" },
    { id = "pendulum/bdf/runge-kutta:gauss-1/none/200/symplectic_defect", verdict = "refuted" },
    { id = "pendulum/default/runge-kutta:gauss-1/none/200/symplectic_defect:ambient", verdict = "refuted" },
    { id = "pendulum/bdf/runge-kutta:gauss-1/none/200/symplectic_defect:ambient", verdict = "refuted" },
  },
}
