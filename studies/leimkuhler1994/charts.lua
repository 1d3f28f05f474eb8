-- The midpoint rule in local coordinates of the pendulum, h = 0.01: Leimkuhler and Reich (1994), figure 2; claim L2.  The
-- coordinate of the chart is the one that is smaller in size, decided before each step.
--
-- t = 1000, some 300 turns.  A drift: the error of the last tenth is at least three times that of the first.  The "vast
-- improvement over BDF-2" of the paper is one of h = 0.01 over h = 0.05: with the same step the error is half as large.
local midpoint = "runge-kutta:gauss-1"

return study {
  title       = "Energy of the pendulum when charts are switched",
  source      = "Leimkuhler, Reich (1994), figure 2",
  models      = { "pendulum" },
  parameters  = { gamma = { "0", "1" }, formulation = { "charts" } },
  methods     = { midpoint, "bdf-2", "rattle" },
  projections = { "none" },
  steps       = each { "0.01" },
  untilsteps  = 100000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "energy_error", "largest:energy", "final_part:energy", "largest:constraint" },
  claims      = {
    { id = "L2", text = "switching charts makes the energy drift", method = midpoint, projection = "none",
      measure = "final_part:energy", value = above "3", source = "Leimkuhler, Reich (1994), figure 2" },
    { id = "L2-size", text = "... but stays small: the conservative character is not lost", method = midpoint,
      projection = "none", measure = "largest:energy", value = below "0.05",
      source = "Leimkuhler, Reich (1994), section 2" },
    { id = "L2-better", text = "... it is smaller than with BDF-2 and the same step", method = midpoint,
      projection = "none", measure = "energy_error", value = below "1", relative = { method = "bdf-2" },
      source = "Leimkuhler, Reich (1994), section 2" },
    { id = "L2-control", text = "RATTLE does not drift", method = "rattle", projection = "none",
      measure = "largest:energy", value = below "1e-3", source = "assay: a control" },
  },
  figures     = {
    { name = "fig2", title = "Energy error in local coordinates, h = 0.01", source = "Leimkuhler, Reich (1994), figure 2",
      kind = "history", channel = "energy", model = "pendulum", precision = "double",
      panels = { { title = "no gravity, charts", initial = "default[formulation=charts,gamma=0]", methods = { midpoint } },
                 { title = "gravity 1, charts", initial = "default[formulation=charts]", methods = { midpoint } },
                 { title = "gravity 1, RATTLE", initial = "default[formulation=charts]", methods = { "rattle" } } } },
  },
}
