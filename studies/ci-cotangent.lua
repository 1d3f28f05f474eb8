-- A gate of seconds on RATTLE on CM, on T*N and without the secondary constraint, and on momentum maps; a part of
-- studies/mclachlan1994/conjugate.lua.
local theorem, section = "McLachlan, Scovel (1994), theorem 1", "McLachlan, Scovel (1994), section 5"
local same = between("0.999999999999999", "1.000000000000001")
local claims = {}
local function add(id, methods, measure, source, entry)
  entry.id, entry.methods, entry.measure, entry.source, entry.projection = id, methods, measure, source, "none"
  table.insert(claims, entry)
end

add("positions", { "rattle-cotangent", "shake" }, "position_error", theorem, { value = same, relative = { method = "rattle" } })
add("control", { "reich" }, "position_error", "another method", { value = above "1.5", relative = { method = "rattle" } })
add("symplectic", { "rattle-cotangent", "rattle" }, "symplectic_defect", theorem, { exact = true })
add("symplectic-rk4", { "rk4" }, "symplectic_defect", "it is not", { exact = true })
add("hidden", { "shake" }, "constraint_error:psi", section, { exact = true })
add("momentum", { "rattle", "reich", "rattle-cotangent", "shake" }, "invariant_error:momentum-12",
    "McLachlan, Scovel (1994), theorem 2", { exact = true })
add("momentum-rk4", { "rk4" }, "invariant_error:momentum-12", "it keeps none", { exact = true })

return study {
  title       = "Constraint algorithms on CM and on T*N",
  source      = theorem,
  models      = { "moment-algebra" },
  witness     = { ["moment-algebra"] = "other" }, -- a refutation takes two
  methods     = { "rattle", "reich", "rattle-cotangent", "shake", "rk4" },
  projections = { "none" },
  steps       = halving("0.1", 4),
  untiltime   = "0.4",
  precisions  = { 128 },
  measures    = { "position_error", "symplectic_defect", "constraint_error:psi", "invariant_error:momentum-12" },
  verdicts    = 12,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = { { id = "symplectic-rk4", verdict = "refuted" }, { id = "hidden", verdict = "refuted" },
                  { id = "momentum-rk4", verdict = "refuted" } },
}
