-- BDF-2 on the constrained equations of the pendulum, h = 0.05, from the energy 1/2, and RATTLE beside it: Leimkuhler and
-- Reich (1994), figure 1; claim L1.  The paper does not say how strong gravity is: 0, 1 and 9.81.
--
-- t = 31.4, five periods without gravity.  "Lost": an error of more than half of the energy.
return study {
  title       = "Energy of the pendulum with BDF-2",
  source      = "Leimkuhler, Reich (1994), figure 1",
  models      = { "pendulum" },
  initial     = { "bdf" },
  parameters  = { gamma = { "0", "1", "9.81" } },
  methods     = { "bdf-2", "rattle" },
  projections = { "none" },
  steps       = each { "0.05" },
  untilsteps  = 628,
  history     = 157,
  precisions  = { "double" },
  measures    = { "largest:energy", "final_part:energy", "largest:constraint" },
  claims      = {
    { id = "L1", text = "the energy is lost within a few periods", method = "bdf-2", projection = "none",
      measure = "largest:energy", value = above "0.5", source = "Leimkuhler, Reich (1994), figure 1",
      condition = "under the gravity of 9.81; without gravity it loses 0.4 %, with gravity 1 it loses 9 % in five periods" },
    { id = "L1-drift", text = "the energy does not come back: its error is that of a drift", method = "bdf-2",
      projection = "none", measure = "final_part:energy", value = above "2",
      source = "Leimkuhler, Reich (1994), figure 1" },
  },
  expect      = {
    { id = "pendulum/bdf[[]gamma=0[]]/bdf-2/none/double/largest:energy", verdict = "refuted" },
    { id = "pendulum/bdf/bdf-2/none/double/largest:energy", verdict = "refuted" },
  },
  figures     = {
    { name = "fig1", title = "Energy error with BDF-2 and RATTLE, h = 0.05", source = "Leimkuhler, Reich (1994), figure 1",
      kind = "history", channel = "energy", model = "pendulum", precision = "double",
      panels = { { title = "no gravity", initial = "bdf[gamma=0]" }, { title = "gravity 1", initial = "bdf" },
                 { title = "gravity 9.81", initial = "bdf[gamma=9.81]" } } },
  },
}
