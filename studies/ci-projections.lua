-- A gate of seconds for projections onto holonomic constraints: the base method acts on the underlying equations, and each
-- step, or its output alone, is brought to g = psi = 0.
--
-- On x1 - x0 = J (h grad H + phi'^T l) at the midpoint, which is what the midpoint projection makes of the midpoint rule,
-- quadratic H and phi keep the energy: H(x1) - H(x0) = {l.phi, H}, and 0 = phi(x1) - phi(x0) = h {phi, H} + {phi, phi} l.
local midpoint, gauss, every = "runge-kutta:gauss-1", "runge-kutta:gauss-2", { "standard", "symmetric", "symplectic", "midpoint" }
local kraus = "Kraus (2017), section 4, on phi = (g, psi)"
local claims = {}
local function add(id, method, projection, measure, entry)
  entry.id, entry.method, entry.projection, entry.measure, entry.source = id, method, projection, measure, kraus
  table.insert(claims, entry)
end

for method, p in pairs { [midpoint] = 2, [gauss] = 4, rk4 = 4 } do
  for _, projection in ipairs(every) do
    add("order-" .. projection, method, projection, "solution_error", { order = exactly(p) })
    add("position", method, projection, "constraint_error:g", { exact = true })
    add("hidden", method, projection, "constraint_error:psi", { exact = true })
  end
end
for _, method in ipairs { midpoint, gauss } do
  for _, projection in ipairs(every) do
    add("symmetric-" .. projection, method, projection, "symmetry_defect", { exact = true })
  end
end
add("canonical", midpoint, "symplectic", "symplectic_defect:ambient", { exact = true })
add("canonical-symmetric", midpoint, "symmetric", "symplectic_defect:ambient", { exact = true })
add("energy", midpoint, "midpoint", "energy_error", { exact = true })
add("energy-symmetric", midpoint, "symmetric", "energy_error", { exact = true })

-- Refuted wherever they are claimed; the last two on the equations that are not canonical, and not quadratic.
local expect = { { id = "symmetric-standard", verdict = "refuted" }, { id = "canonical-symmetric", verdict = "refuted" },
                 { id = "energy-symmetric", verdict = "refuted" }, { id = "canonical", verdict = "refuted" },
                 { id = "energy", verdict = "refuted" } }
local function refuted(initial, method, projection, measure)
  table.insert(expect, { id = "pendulum/" .. initial .. "/" .. method .. "/" .. projection .. "/128/" .. measure,
                         verdict = "refuted" })
end
for _, initial in ipairs { "default", "bdf" } do
  for _, formulation in ipairs { "", "[formulation=dirac]" } do
    local data = initial .. formulation
    refuted(data, midpoint, "standard", "symmetry_defect")
    refuted(data, gauss, "standard", "symmetry_defect")
    refuted(data, midpoint, "symmetric", "symplectic_defect:ambient")
    refuted(data, midpoint, "symmetric", "energy_error")
  end
  refuted(initial, midpoint, "symplectic", "symplectic_defect:ambient")
  refuted(initial .. "[formulation=dirac]", midpoint, "midpoint", "energy_error")
end

return study {
  title       = "Projections onto holonomic constraints",
  source      = kraus,
  models      = { "pendulum" },
  initial     = { "default", "bdf" },
  parameters  = { formulation = { "standard", "dirac" } },
  methods     = { midpoint, gauss, "rk4" },
  projections = "all",
  steps       = halving("0.1", 6),
  untiltime   = "1",
  precisions  = { 128 },
  measures    = { "solution_error", "energy_error", "symplectic_defect:ambient", "symmetry_defect", "constraint_error" },
  claims      = claims,
  expect      = expect,
}
