-- Other Hamiltonizable systems: the nonholonomic particle and the knife edge, where N is not constant and there is the
-- first form alone, each for two values of u = r1': Fernandez (2010), claim F6.  What is compared is what disk.lua
-- compares; the knife edge stays below pi/2.
--
-- For alpha = 1/2 the nonholonomic integrator is better throughout: its energy is nearly exact, and on the knife edge all
-- of its solution is.  For the others the variational one is nearer to the solution; its energy is better at u = 1, and
-- at u = 1/2 on the knife edge alone, for alpha = 1/3 and 1.  There is the first form, which keeps the constraint.
local claims, methods, expect = {}, {}, { { id = "F6-constraint", verdict = "refuted" } }
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source = "Fernandez (2010)"
  table.insert(claims, what)
end

local function expect_refuted(model, initial, method, measure)
  table.insert(expect, { id = model .. "/" .. initial .. "/" .. method .. "/none/double/" .. measure, verdict = "refuted" })
end

for _, alpha in ipairs { "0", "1/3", "1/2", "1" } do
  local dla, free = "dla:" .. alpha, "variational:" .. alpha .. ":first"
  table.insert(methods, dla)
  table.insert(methods, free)
  claim("F6-orbit", "the variational integrator is nearer to the exact solution than the nonholonomic one",
        "solution_error", free, { value = below "1", sharp = true, relative = { method = dla },
        condition = "alpha other than 1/2" })
  claim("F6-energy", "... and its energy error is smaller", "energy_error", free,
        { value = below "1", sharp = true, relative = { method = dla },
          condition = "alpha other than 1/2, and u = 1 or the knife edge with alpha = 1/3 or 1" })
  for _, model in ipairs { "nonholonomic-particle", "knife-edge" } do
    for _, initial in ipairs { "default", "slow" } do
      if alpha == "1/2" then
        expect_refuted(model, initial, free, "solution_error")
      end
      if alpha == "1/2" or (initial == "slow" and (alpha == "0" or model == "nonholonomic-particle")) then
        expect_refuted(model, initial, free, "energy_error")
      end
    end
  end
  claim("F6-constraint", "the variational integrator does not keep the discrete constraint exactly",
        "constraint_error:omega", free, { value = above "1e-12", condition = "nowhere: the first form keeps it to round-off" })
  for _, where in ipairs { "post", "inside" } do
    local constrained = "variational-constrained:" .. alpha .. ":" .. where
    table.insert(methods, constrained)
    claim("F6-constrained", "the constrained variational integrator keeps the discrete constraint",
          "constraint_error:omega", constrained, { value = below "1e-12" })
    claim("F6-accuracy", "... and its solution is as accurate as that of the variational one, up to a tenth",
          "solution_error", constrained, { value = below "1.1", relative = { method = free } })
  end
end

return study {
  title       = "Orbits, energy and constraints of the nonholonomic particle and the knife edge",
  source      = "Fernandez (2010)",
  models      = { "nonholonomic-particle", "knife-edge" },
  initial     = { "default", "slow" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 10,
  precisions  = { "double" },
  measures    = { "solution_error", "energy_error", "constraint_error:omega" },
  claims      = claims,
  expect      = expect,
}
