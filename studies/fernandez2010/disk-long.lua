-- The rolling disk to T = 100, sixteen circles: Fernandez (2010), claims F1 to F5; see disk.lua.  The variational
-- integrators are stable with every alpha: their energy errors at the end are as large as at the start.  Those of the
-- nonholonomic integrator grow, unless alpha = 1/2, where it keeps the energy to round-off and phi' exactly.
local source = "Fernandez (2010)"
local methods, claims = {}, {}
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source = what.own and "assay: measured" or source
  table.insert(claims, what)
end

for _, alpha in ipairs { "0", "1/3", "1/2", "1" } do
  local dla, free = "dla:" .. alpha, "variational:" .. alpha .. ":second"
  local constrained = "variational-constrained:" .. alpha .. ":post:second"
  local own = alpha ~= "0" or nil
  local function better(id, text, measure, method)
    claim(id, text, measure, method,
          { value = alpha == "1/2" and above "1" or below "1", sharp = true, relative = { method = dla }, own = own })
  end
  for _, method in ipairs { dla, free, constrained } do table.insert(methods, method) end
  better(own and "F1-alpha" or "F1-long", alpha == "1/2" and "with alpha = 1/2 the nonholonomic integrator is nearer"
         or "the variational integrator is nearer to the exact solution than the nonholonomic one", "solution_error", free)
  better(own and "F2-alpha" or "F2-long", alpha == "1/2" and "... and its energy error is round-off"
         or "... and its energy error is smaller", "energy_error", free)
  better(own and "F4-alpha" or "F4-accuracy", alpha == "1/2" and "... also than the constrained integrator"
         or "the constrained variational integrator is nearer to the exact solution than the nonholonomic one",
         "solution_error", constrained)
  claim("F3-long", "the variational integrator does not keep the discrete constraint exactly", "constraint_error:omega", free,
        { value = above "1e-12" })
  claim("F4-long", "the constrained variational integrator keeps the discrete constraint", "constraint_error:omega",
        constrained, { value = below "1e-12" })
  claim("F5-disk", "the variational integrator is stable when alpha changes", "final_part:energy", free,
        { value = below "2" })
  if alpha == "1/2" then
    claim("F5-half", "with alpha = 1/2 the nonholonomic integrator keeps the energy to round-off", "energy_error", dla,
          { value = below "1e-12", own = true })
  else
    claim("F5-dla-disk", "the nonholonomic integrator is not: its energy error grows", "final_part:energy", dla,
          { value = above "2" })
  end
end

return study {
  title       = "The rolling disk over sixteen circles",
  source      = source,
  models      = { "vertical-disk" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 1000,
  history     = 1000,
  precisions  = { "double" },
  measures    = { "solution_error", "energy_error", "constraint_error:omega", "final_part:energy" },
  claims      = claims,
}
