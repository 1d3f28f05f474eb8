-- Other Hamiltonizable systems, with every alpha: the nonholonomic particle to T = 100, and the knife edge, which stays below
-- pi/2, to T = 1.  N is not constant there, so that there is the first form alone: Fernandez (2010), claim F6.  The slides name
-- no system and show no figure of one.
--
-- Whether the nonholonomic integrator is nearer depends on u = r1'.  Errors of the particle relative to that of the
-- nonholonomic integrator, alpha = 0: with u = 1 0.72 at T = 1, 0.42 at T = 6.3 and 0.37 at T = 100, its energy error 0.61,
-- 0.55 and 0.55; with u = 1/2 0.99 at T = 1 and 2.3 at T = 100.  For alpha = 1/2 the nonholonomic integrator is better
-- throughout: its energy is nearly exact, and on the knife edge all of its solution is.
local claims, methods = {}, {}
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source = what.own and "assay: measured" or "Fernandez (2010)"
  what.initial = what.initial or "default"
  table.insert(claims, what)
end
local function compare(id, text, measure, method, dla, what)
  what.sharp, what.relative = true, { method = dla }
  claim(id, text, measure, method, what)
end

local lengths = "u = 1; the particle to T = 100, the knife edge to T = 1; the slides name no system"

for _, alpha in ipairs { "0", "1/3", "1/2", "1" } do
  local dla, free = "dla:" .. alpha, "variational:" .. alpha .. ":first"
  table.insert(methods, dla)
  table.insert(methods, free)
  if alpha == "1/2" then
    compare("F6-half", "with alpha = 1/2 the nonholonomic integrator is nearer", "solution_error", free, dla,
            { value = above "1", own = true })
    compare("F6-half", "... and its energy error is smaller", "energy_error", free, dla, { value = above "1", own = true })
  else
    compare("F6-orbit", "the variational integrator is nearer to the exact solution than the nonholonomic one",
            "solution_error", free, dla, { value = below "1", condition = lengths })
    compare("F6-energy", "... and its energy error is smaller", "energy_error", free, dla,
            { value = below "1", condition = lengths })
  end
  compare("F6-slow", "with u = 1/2 the nonholonomic integrator is nearer to the exact solution of the particle",
          "solution_error", free, dla, { value = above "1", model = "nonholonomic-particle", initial = "slow", own = true })
  compare("F6-slow", "... and its energy error is smaller", "energy_error", free, dla,
          { value = above "1", model = "nonholonomic-particle", initial = "slow", own = true })
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
  initial     = { "default", "slow" },
  methods     = methods,
  projections = { "none" },
  steps       = { ["nonholonomic-particle"] = each { "0.1" }, ["knife-edge"] = each { "0.001" } },
  untilsteps  = 1000,
  precisions  = { "double" },
  measures    = { "solution_error", "energy_error", "constraint_error:omega" },
  claims      = claims,
}
