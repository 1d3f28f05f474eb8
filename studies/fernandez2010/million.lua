-- growth.lua over 1 048 576 steps, of one pair of methods: the energy of the nonholonomic integrator drifts, energy and r1'
-- of the variational one stay bounded; ensembles of 64 perturbed trajectories.  The step is a tenth of that of growth.lua:
-- with 0.01 the disk has lost a third of its energy after so many steps, and what it loses is no longer in proportion to
-- time.
local function claim(id, text, measure, method, growth)
  return { id = id, text = text, measure = measure, methods = { method }, projection = "none", grows = growth,
           length = "1000000", source = "Fernandez (2010)" }
end

return study {
  title       = "Growth of the errors of energy and momentum over a million steps",
  source      = "Fernandez (2010)",
  models      = { "modulated-disk" },
  methods     = { "dla:0", "variational:0:second" },
  projections = { "none" },
  steps       = each { "0.001" },
  untilsteps  = 1048576,
  precisions  = { "double" },
  measures    = { "growth:energy", "growth:turning" },
  claims      = {
    claim("F5-dla-million", "the energy of the nonholonomic integrator drifts", "growth:energy", "dla:0", "secular"),
    claim("F5-million", "the energy error of the variational integrator is bounded", "growth:energy",
          "variational:0:second", "bounded"),
    claim("F5-million", "... and so is that of r1', the momentum of the turning", "growth:turning",
          "variational:0:second", "bounded"),
  },
}
