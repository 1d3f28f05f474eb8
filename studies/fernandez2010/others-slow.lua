-- The nonholonomic particle with u = 1/2, over 24 steps: what the comparison of others.lua depends on.  Here the nonholonomic
-- integrator is nearer beyond T = 1, where the other one has 0.99 of its error, and 2.0 at T = 100.
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
  claim("F6-slow", "the nonholonomic integrator is nearer to the exact solution than the variational one",
        "solution_error", free, { value = above "1", sharp = true, relative = { method = dla }, own = true })
  claim("F6-slow", "... and its energy error is smaller", "energy_error", free,
        { value = above "1", sharp = true, relative = { method = dla }, own = true })
end

return study {
  title       = "The nonholonomic particle with u = 1/2",
  source      = "Fernandez (2010)",
  models      = { "nonholonomic-particle" },
  initial     = { "slow" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 24,
  precisions  = { "double" },
  measures    = { "solution_error", "energy_error", "constraint_error:omega" },
  claims      = claims,
}
