-- BDF-2 on the constrained equations of the pendulum, h = 0.05, from the energy 1/2, and RATTLE beside it: Leimkuhler and
-- Reich (1994), figure 1; claim L1.  The paper does not say how strong gravity is: it is 9.81 here; bdf-gravity.lua takes 0 and 1.
--
-- t = 31.4, five periods without gravity.  "Lost": an error of more than half of the energy.
return study {
  title       = "Energy of the pendulum with BDF-2",
  source      = "Leimkuhler, Reich (1994), figure 1",
  models      = { "pendulum" },
  initial     = { "bdf" },
  parameters  = { gamma = { "9.81" } },
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
      condition = "under the gravity 9.81, which the paper does not give; without gravity 0.4 % are lost, with gravity 1 9 %" },
    { id = "L1-drift", text = "the energy does not come back: its error is that of a drift", method = "bdf-2",
      projection = "none", measure = "final_part:energy", value = above "2",
      source = "Leimkuhler, Reich (1994), figure 1" },
  },
  figures     = {
    { name = "fig1", title = "Energy error with BDF-2 and RATTLE, h = 0.05", source = "Leimkuhler, Reich (1994), figure 1",
      kind = "history", channel = "energy", model = "pendulum", precision = "double" },
  },
}
