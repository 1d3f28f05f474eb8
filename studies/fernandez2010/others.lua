-- Other Hamiltonizable systems: the nonholonomic particle and the knife edge, where N is not constant and there is the
-- first form alone, with u = r1' = 1: Fernandez (2010), claim F6.  The slides name no system and show no figure of one.
-- The knife edge stays below pi/2 and ends at T = 1; others-long.lua takes the particle to T = 100, others-slow.lua takes
-- u = 1/2.
--
-- For alpha = 1/2 the nonholonomic integrator is better throughout: its energy is nearly exact, and on the knife edge all
-- of its solution is.
local claims, methods = {}, {}
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source = what.own and "assay: measured" or "Fernandez (2010)"
  table.insert(claims, what)
end

for _, alpha in ipairs { "0", "1/3", "1/2", "1" } do
  local dla, free = "dla:" .. alpha, "variational:" .. alpha .. ":first"
  table.insert(methods, dla)
  table.insert(methods, free)
  if alpha == "1/2" then
    claim("F6-half", "with alpha = 1/2 the nonholonomic integrator is nearer", "solution_error", free,
          { value = above "1", sharp = true, relative = { method = dla }, own = true })
    claim("F6-half", "... and its energy error is smaller", "energy_error", free,
          { value = above "1", sharp = true, relative = { method = dla }, own = true })
  else
    claim("F6-orbit", "the variational integrator is nearer to the exact solution than the nonholonomic one",
          "solution_error", free, { value = below "1", sharp = true, relative = { method = dla }, condition = "u = 1" })
    claim("F6-energy", "... and its energy error is smaller", "energy_error", free,
          { value = below "1", sharp = true, relative = { method = dla }, condition = "u = 1" })
  end
  claim("F6-momenta", "the variational integrator of the first form keeps the discrete constraint", "constraint_error:omega",
        free, { value = below "1e-12", own = true })
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
  title       = "Other Hamiltonizable systems",
  source      = "Fernandez (2010)",
  models      = { "nonholonomic-particle", "knife-edge" },
  initial     = { "default" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 10,
  precisions  = { "double" },
  measures    = { "solution_error", "energy_error", "constraint_error:omega" },
  claims      = claims,
}
