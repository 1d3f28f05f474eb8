-- The rolling disk over one circle, u = phi' = v = theta' = 1: Fernandez (2010), claims F1 to F4.  The slides compare
-- orbits, energies and constraints by eye, for alpha = 0 and the second form of the Lagrangian, which they print; they
-- give neither u and v nor the step.  disk-long.lua takes the same claims to T = 100, disk-grid.lua takes the other
-- data, alpha and the first form.
--
-- Ratios of the largest energy errors, variational to nonholonomic, and of the errors of the solution at the end, by the
-- time: the energy error of the variational integrator is bounded, and theta' of the nonholonomic one drifts, since it turns
-- theta' by (1 + cos((1 - alpha) h u))/(1 + cos(alpha h u)) in each step.
--
--     T            1       6.3     12.6    31.5    100
--     energy       1.46    0.414   0.238   0.139   0.111
--     solution             0.754                   1.35
local dla, free, constrained = "dla:0", "variational:0:second", "variational-constrained:0:post:second"
local source = "Fernandez (2010)"
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source = source
  return what
end
local function better(id, text, measure, method)
  return claim(id, text, measure, method, { value = below "1", sharp = true, relative = { method = dla },
    condition = "u = v = 1, h = 0.1, over one circle and more; where the disk rolls fast, v = 2 u, only over longer times" })
end

return study {
  title       = "Orbit, energy and constraint of the rolling disk over one circle",
  source      = source,
  models      = { "vertical-disk" },
  methods     = { dla, free, constrained },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 63,
  history     = 63,
  precisions  = { "double" },
  measures    = { "solution_error", "energy_error", "constraint_error:omega" },
  claims      = {
    better("F1", "the variational integrator is nearer to the exact solution than the nonholonomic one", "solution_error",
           free),
    better("F2", "... and its energy error is smaller", "energy_error", free),
    claim("F3", "the variational integrator does not keep the discrete constraint exactly", "constraint_error:omega", free,
          { value = above "1e-12" }),
    claim("F4", "the constrained variational integrator keeps the discrete constraint", "constraint_error:omega",
          constrained, { value = below "1e-12" }),
    better("F4-accuracy", "... and keeps the accuracy: it, too, is nearer to the exact solution than the nonholonomic one",
           "solution_error", constrained),
    claim("F4-dla", "the nonholonomic integrator keeps the discrete constraint", "constraint_error:omega", dla,
          { value = below "1e-12" }),
  },
  figures     = {
    { name = "orbit", title = "Orbits of the rolling disk", source = source, kind = "orbit", model = "vertical-disk",
      axes = { "x", "y" }, precision = "double", projection = "none" },
    { name = "energy", title = "Energy error of the rolling disk", source = source, kind = "history", channel = "energy",
      model = "vertical-disk", precision = "double", projection = "none" },
    { name = "constraint", title = "Discrete constraint of the rolling disk", source = source, kind = "history",
      channel = "constraint", model = "vertical-disk", precision = "double", projection = "none" },
  },
}
