-- The rolling disk to T = 100, sixteen circles, with every alpha: Fernandez (2010), claims F1 to F5; disk.lua says why
-- v = u/2, and what becomes of v = u.  The variational integrators are stable with every alpha: their energy errors at the end
-- are as large as at the start.  Those of the nonholonomic integrator grow, unless alpha = 1/2, where it keeps the energy to
-- round-off and theta' exactly.
local slow, even = "slow-roll", "default" -- v = u/2, v = u
local methods, claims = {}, {}
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source = what.own and "assay: measured" or "Fernandez (2010)"
  table.insert(claims, what)
end
local function compare(id, text, measure, method, dla, bound, initial, own)
  claim(id, text, measure, method,
        { value = bound, sharp = true, relative = { method = dla }, initial = initial, own = own })
end

for _, alpha in ipairs { "0", "1/3", "1/2", "1" } do
  local dla, free = "dla:" .. alpha, "variational:" .. alpha .. ":second"
  local constrained = "variational-constrained:" .. alpha .. ":post:second"
  for _, method in ipairs { dla, free, constrained } do table.insert(methods, method) end
  if alpha == "1/2" then
    compare("F1-half", "with alpha = 1/2 the nonholonomic integrator is nearer", "solution_error", free, dla, above "1", nil, true)
    compare("F2-half", "... and its energy error is round-off", "energy_error", free, dla, above "1", nil, true)
    compare("F4-half", "... also than the constrained integrator", "solution_error", constrained, dla, above "1", nil, true)
    claim("F5-half", "with alpha = 1/2 the nonholonomic integrator keeps the energy to round-off", "energy_error", dla,
          { value = below "1e-12", own = true })
  else
    local own = alpha ~= "0" or nil
    compare(own and "F1-alpha" or "F1-long", "the variational integrator is nearer to the exact solution than the nonholonomic one",
            "solution_error", free, dla, below "1", slow, own)
    compare(own and "F2-alpha" or "F2-long", "... and its energy error is smaller", "energy_error", free, dla, below "1", nil, own)
    compare(own and "F4-alpha" or "F4-accuracy",
            "the constrained variational integrator is nearer to the exact solution than the nonholonomic one", "solution_error",
            constrained, dla, below "1", slow, own)
    claim("F5-dla-disk", "the nonholonomic integrator is not stable: its energy error grows", "final_part:energy", dla,
          { value = above "2" })
  end
  claim("F3-long", "the variational integrator does not keep the discrete constraint exactly", "constraint_error:omega", free,
        { value = above "1e-12" })
  claim("F4-long", "the constrained variational integrator keeps the discrete constraint", "constraint_error:omega",
        constrained, { value = below "1e-12" })
  claim("F5-disk", "the variational integrator is stable when alpha changes", "final_part:energy", free,
        { value = below "2" })
end
compare("F1-even-long", "with v = u, where the errors are as large as the circle, the variational integrator is farther",
        "solution_error", "variational:0:second", "dla:0", above "1", even, true)
compare("F4-even-long", "... and so is the constrained one", "solution_error", "variational-constrained:0:post:second", "dla:0",
        above "1", even, true)

return study {
  title       = "The rolling disk over sixteen circles",
  source      = "Fernandez (2010)",
  models      = { "vertical-disk" },
  initial     = { even, slow },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 1000,
  history     = 1000,
  precisions  = { "double" },
  measures    = { "solution_error", "energy_error", "constraint_error:omega", "final_part:energy" },
  claims      = claims,
}
