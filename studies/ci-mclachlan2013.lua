-- A gate of seconds on index-one constraints, and on velocity constraints under a holonomic one: McLachlan, Modin, Verdier
-- and Wilkins (2013).  The paper's claims are in studies/mclachlan2013.
--
-- On the three-sphere index-one:gauss-s acts on the underlying equations, whose field is Hamiltonian along the manifold
-- alone: its stages lie beside it, and it is not symplectic, by O(h^(2s + 1)) in a step.  Where there is no manifold it is.
local paper  = "McLachlan, Modin, Verdier, Wilkins (2013), "
local rattle, gauss = "rattle-midpoint", { "index-one:gauss-1", "index-one:gauss-2" }
local sphere = "hopf-sphere-potential"
local claims = {}
local function add(id, model, methods, measure, entry)
  entry.id, entry.model, entry.methods, entry.measure, entry.projection = id, model, methods, measure, "none"
  entry.source = entry.source or paper .. "Proposition 8"
  table.insert(claims, entry)
end

for _, model in ipairs { "bicycle", "isokinetic" } do
  for s, method in ipairs(gauss) do
    add("order", model, { method }, "solution_error", { order = exactly(2*s), source = paper .. "Propositions 3 to 6" })
  end
  add("symplectic", model, gauss, "symplectic_defect", { exact = true, source = paper .. "Propositions 3 to 6" })
  add("symplectic-rk4", model, { "rk4" }, "symplectic_defect", { exact = true, source = "it is not" })
end
add("order-sphere", sphere, { rattle }, "solution_error", { order = exactly(2) })
add("symplectic-sphere", sphere, { rattle }, "symplectic_defect", { exact = true })
add("position", sphere, { rattle }, "constraint_error:g", { exact = true })
add("hidden", sphere, { rattle }, "constraint_error:psi", { exact = true })
add("underlying", sphere, gauss, "symplectic_defect", { exact = true })
add("underlying", sphere, { "rk4" }, "symplectic_defect", { exact = true })

return study {
  title       = "Index-one and holonomic constraints",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013)",
  models      = { "bicycle", "isokinetic", sphere },
  witness     = { bicycle = "circle", isokinetic = "other", [sphere] = "other" }, -- a refutation takes two
  methods     = { rattle, gauss[1], gauss[2], "rk4" },
  projections = { "none" },
  steps       = { bicycle = halving("0.05", 6), isokinetic = halving("0.05", 6), [sphere] = halving("0.05", 5) },
  untiltime   = "1",
  precisions  = { 160 },
  measures    = { "solution_error", "symplectic_defect", "constraint_error" },
  verdicts    = 17,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = { { id = "symplectic-rk4", verdict = "refuted" }, { id = "underlying", verdict = "refuted" } },
}
