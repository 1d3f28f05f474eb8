-- A gate of some seconds on nonholonomic systems: orders, constraints and symplecticity of the methods on discrete
-- Lagrangians, in MPFR.  The second form of the Hamiltonized Lagrangian leaves the constraint, the others keep it.
local claims, methods = {}, {}
local function claim(id, method, what)
  what.id, what.methods, what.projection = id, { method }, "none"
  what.source = what.source or "Fernandez (2010)"
  table.insert(claims, what)
end

for alpha, order in pairs { ["0"] = 1, ["1/2"] = 2 } do
  local dla, constrained = "dla:" .. alpha, "variational-constrained:" .. alpha .. ":post:second"
  local free = { "variational:" .. alpha .. ":first", "variational:" .. alpha .. ":second" }
  for _, method in ipairs { dla, free[1], free[2], constrained } do
    table.insert(methods, method)
    claim("order", method, { measure = "solution_error", order = exactly(order) })
  end
  claim("constraint", dla, { measure = "constraint_error:omega", exact = true })
  claim("constraint", free[1], { measure = "constraint_error:omega", exact = true })
  claim("constraint", constrained, { measure = "constraint_error:omega", exact = true })
  claim("constraint-second", free[2], { measure = "constraint_error:omega", exact = true })
  claim("symplectic", free[1], { measure = "symplectic_defect", exact = true })
  claim("symplectic", free[2], { measure = "symplectic_defect", exact = true })
end

return study {
  title       = "Methods on discrete Lagrangians of the rolling disk",
  source      = "",
  models      = { "vertical-disk" },
  methods     = methods,
  projections = { "none" },
  steps       = halving("0.1", 5),
  untiltime   = "1",
  precisions  = { 128 },
  measures    = { "solution_error", "constraint_error:omega", "symplectic_defect" },
  witness     = { ["vertical-disk"] = "slow-roll" },
  verdicts    = 20,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = { { id = "constraint-second", verdict = "refuted" } },
}
