-- A gate of seconds on velocity constraints under a holonomic one: McLachlan, Modin, Verdier and Wilkins (2013), Propositions
-- 7 and 8, on the three-sphere; a part of studies/mclachlan2013/holonomic.lua.  (ci-mclachlan2013.lua has index one alone.)
--
-- index-one:gauss-s acts on the underlying equations there, whose field is Hamiltonian along the manifold alone: its stages
-- lie beside it, and it is not symplectic, by O(h^(2s + 1)) in a step.
local proposition = "McLachlan, Modin, Verdier, Wilkins (2013), Proposition 8"
local rattle, gauss = "rattle-midpoint", { "index-one:gauss-1", "index-one:gauss-2" }
local claims = {}
local function add(id, methods, measure, entry)
  entry.id, entry.methods, entry.measure, entry.projection, entry.source = id, methods, measure, "none", proposition
  table.insert(claims, entry)
end

add("order", { rattle }, "solution_error", { order = exactly(2) })
add("symplectic", { rattle }, "symplectic_defect", { exact = true })
add("position", { rattle }, "constraint_error:g", { exact = true })
add("hidden", { rattle }, "constraint_error:psi", { exact = true })
add("underlying", gauss, "symplectic_defect", { exact = true })
add("underlying", { "rk4" }, "symplectic_defect", { exact = true })

return study {
  title       = "Velocity constraints on the three-sphere",
  source      = proposition,
  models      = { "hopf-sphere-potential" },
  witness     = { ["hopf-sphere-potential"] = "other" }, -- a refutation takes two
  methods     = { rattle, gauss[1], gauss[2], "rk4" },
  projections = { "none" },
  steps       = halving("0.05", 5),
  untiltime   = "1",
  precisions  = { 160 },
  measures    = { "solution_error", "symplectic_defect", "constraint_error" },
  verdicts    = 7,                                        -- one for each order or number that a claim is about
  claims      = claims,
  expect      = { { id = "underlying", verdict = "refuted" } },
}
