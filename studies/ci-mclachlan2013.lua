-- A gate of seconds on index-one constraints: McLachlan, Modin, Verdier and Wilkins (2013).
-- The paper's claims are in studies/mclachlan2013.
local paper  = "McLachlan, Modin, Verdier, Wilkins (2013), "
local gauss  = { "index-one:gauss-1", "index-one:gauss-2" }
local claims = {}
local function add(id, model, methods, measure, entry)
  entry.id, entry.model, entry.methods, entry.measure, entry.projection = id, model, methods, measure, "none"
  table.insert(claims, entry)
end

for _, model in ipairs { "bicycle", "isokinetic" } do
  for s, method in ipairs(gauss) do
    add("order", model, { method }, "solution_error", { order = exactly(2*s), source = paper .. "Propositions 3 to 6" })
  end
  add("symplectic", model, gauss, "symplectic_defect", { exact = true, source = paper .. "Propositions 3 to 6" })
  add("symplectic-rk4", model, { "rk4" }, "symplectic_defect", { exact = true, source = "it is not" })
end
return study {
  title       = "Index-one constraints",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013)",
  models      = { "bicycle", "isokinetic" },
  witness     = { bicycle = "circle", isokinetic = "other" }, -- a refutation takes two
  methods     = { gauss[1], gauss[2], "rk4" },
  projections = { "none" },
  steps       = halving("0.05", 6),
  untiltime   = "1",
  precisions  = { 160 },
  measures    = { "solution_error", "symplectic_defect" },
  verdicts    = 10,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = { { id = "symplectic-rk4", verdict = "refuted" } },
}
