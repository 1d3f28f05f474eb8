-- A gate of seconds on rigid bodies and tops in reduced variables: McLachlan and Scovel (1994).  The paper's claims are in
-- studies/mclachlan1994.
local orders = { reich = 1, ["moser-veselov"] = 2, rattle = 2, ["compose:rattle:triple-jump-4"] = 4 }
local on     = { ["rigid-body"] = { "reich", "moser-veselov", "rattle" },
                 ["heavy-top"]  = { "reich", "rattle", "compose:rattle:triple-jump-4" } }
local claims = {}
local function add(id, model, methods, measure, entry)
  entry.id, entry.model, entry.methods, entry.measure, entry.projection = id, model, methods, measure, "none"
  entry.source = entry.source or "McLachlan, Scovel (1994), theorems 2, 5 and 6"
  table.insert(claims, entry)
end

for model, methods in pairs(on) do
  for _, method in ipairs(methods) do
    -- On the free rigid body reich is the method of Moser and Veselov: of second order.
    local order = model == "rigid-body" and method == "reich" and 2 or orders[method]
    add("order", model, { method }, "solution_error", { order = exactly(order) })
  end
  add("poisson", model, methods, "symplectic_defect", { exact = true })
  add("poisson-rk4", model, { "rk4" }, "symplectic_defect", { exact = true, source = "it is none" })
end
add("integrals", "rigid-body", on["rigid-body"], "invariant_error:tr-m2", { exact = true })
add("integrals-rk4", "rigid-body", { "rk4" }, "invariant_error:tr-m2", { exact = true, source = "it keeps none" })

return study {
  title       = "Rigid bodies and tops",
  source      = "McLachlan, Scovel (1994)",
  models      = { "rigid-body", "heavy-top" },
  witness     = { ["rigid-body"] = "other", ["heavy-top"] = "other" }, -- a refutation takes two
  methods     = { "reich", "moser-veselov", "rattle", "compose:rattle:triple-jump-4", "rk4" },
  projections = { "none" },
  steps       = { ["rigid-body"] = halving("0.1", 6), ["heavy-top"] = halving("0.05", 6) },
  untiltime   = "1",
  precisions  = { 128 },
  measures    = { "solution_error", "symplectic_defect", "invariant_error" },
  verdicts    = 18,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = { { id = "poisson-rk4", verdict = "refuted" }, { id = "integrals-rk4", verdict = "refuted" } },
}
