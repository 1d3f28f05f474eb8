-- The rolling disk over one circle: Fernandez (2010), claims F1 to F4.  The slides compare orbits, energies and
-- constraints by eye, for alpha = 0 and the second form of the Lagrangian, which they print; they give neither
-- u = phi' and v = theta', nor the step, nor the time.  disk-long.lua takes the same claims to T = 100 and to other alpha,
-- disk-grid.lua takes other data and the first form.
--
-- Which integrator is nearer to the exact solution depends on v/u.  phi of the variational integrators drifts in proportion to
-- (v/u)^2 t.  theta' of the nonholonomic integrator decays, since it is multiplied by
-- (1 + cos((1 - alpha) h u))/(1 + cos(alpha h u)) in each step: the error of theta grows as t^2.  Errors of the solution at
-- the end relative to that of the nonholonomic integrator, alpha = 0:
--
--     T                            1       6.3     12.6    31.5    100
--     v = 1/2   variational        0.92    0.19    0.20    0.23    0.39
--               modified           0.92    0.33    0.35    0.40    0.71
--     v = 1     variational        0.89    0.75    0.78    0.87    1.35
--               modified           0.89    1.30    1.35    1.49    2.40
--
-- With v = 1/2 they are below 1 from one circle to T = 100 with other phi(0), too (0.1 to 1.5).  With v = 1 the modified
-- integrator loses its accuracy after T = 1.  Energy errors of the variational one, v = 1: 1.46, 0.414, 0.238, 0.139 and 0.111.
local dla, free, constrained = "dla:0", "variational:0:second", "variational-constrained:0:post:second"
local source, own = "Fernandez (2010)", "assay: measured"
local slow, even = "slow-roll", "default" -- v = 1/2 and 1; u = 1
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source = what.own and own or source
  return what
end
local lengths = "u = 1, v = 1/2, h = 0.1, from one circle to T = 100; the slides give neither u nor v"
local function nearer(id, text, method, initial)
  local own = initial == even or nil
  return claim(id, text, "solution_error", method,
               { value = below "1", sharp = true, relative = { method = dla }, initial = initial, own = own,
                 condition = not own and lengths or nil })
end

return study {
  title       = "Orbit, energy and constraint of the rolling disk over one circle",
  source      = source,
  models      = { "vertical-disk" },
  initial     = { even, slow },
  methods     = { dla, free, constrained },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 63,
  history     = 63,
  precisions  = { "double" },
  measures    = { "solution_error", "energy_error", "constraint_error:omega" },
  claims      = {
    nearer("F1", "the variational integrator is nearer to the exact solution than the nonholonomic one", free, slow),
    nearer("F1-even", "with v = u it is nearer after one circle", free, even),
    claim("F2", "the energy error of the variational integrator is smaller", "energy_error", free,
          { value = below "1", sharp = true, relative = { method = dla } }),
    claim("F3", "the variational integrator does not keep the discrete constraint exactly", "constraint_error:omega", free,
          { value = above "1e-12" }),
    claim("F4", "the constrained variational integrator keeps the discrete constraint", "constraint_error:omega",
          constrained, { value = below "1e-12" }),
    nearer("F4-accuracy", "... and keeps the accuracy: it, too, is nearer to the exact solution than the nonholonomic one",
           constrained, slow),
    claim("F4-even", "with v = u it is farther from it after one circle", "solution_error", constrained,
          { value = above "1", sharp = true, relative = { method = dla }, initial = even, own = true }),
    claim("F4-dla", "the nonholonomic integrator keeps the discrete constraint", "constraint_error:omega", dla,
          { value = below "1e-12" }),
  },
  figures     = {
    { name = "orbit", title = "Orbits of the rolling disk", source = source, kind = "orbit", model = "vertical-disk",
      axes = { "x", "y" }, precision = "double", projection = "none",
      panels = { { title = "v = u", initial = even }, { title = "v = u/2", initial = slow } } },
    { name = "energy", title = "Energy error of the rolling disk", source = source, kind = "history", channel = "energy",
      model = "vertical-disk", precision = "double", projection = "none",
      panels = { { title = "v = u", initial = even }, { title = "v = u/2", initial = slow } } },
    { name = "constraint", title = "Discrete constraint of the rolling disk", source = source, kind = "history",
      channel = "constraint", model = "vertical-disk", precision = "double", projection = "none",
      panels = { { title = "v = u", initial = even }, { title = "v = u/2", initial = slow } } },
  },
}
