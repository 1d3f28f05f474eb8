-- Other Hamiltonizable systems: the nonholonomic particle and the knife edge, where N is not constant and there is the
-- first form alone, each for two values of u = r1': Fernandez (2010), claim F6.  What is compared is what disk.lua
-- compares; the knife edge stays below pi/2.
local claims, methods = {}, {}
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source = "Fernandez (2010)"
  table.insert(claims, what)
end

for _, alpha in ipairs { "0", "1/3", "1/2", "1" } do
  local dla, free = "dla:" .. alpha, "variational:" .. alpha .. ":first"
  table.insert(methods, dla)
  table.insert(methods, free)
  claim("F6-orbit", "the variational integrator is nearer to the exact solution than the nonholonomic one",
        "solution_error", free, { value = below "1", relative = { method = dla },
        condition = "alpha other than 1/2" })
  claim("F6-energy", "... and its energy error is smaller", "energy_error", free,
        { value = below "1", relative = { method = dla } })
  claim("F6-constraint", "the variational integrator does not keep the discrete constraint exactly",
        "constraint_error:omega", free, { value = above "1e-12" })
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
}
