-- The energy error of the bicycle in the bowl, over the time of figure 6: McLachlan, Modin, Verdier & Wilkins (2013), figure 6;
-- claim I5, for h = 0.01.
--
-- The error of a symplectic method is h^2 (C(z) - C(z0)), bounded where z is.  The energy of a sub-Riemannian system bounds
-- its velocities and not its momenta: |p|, 1 at the start, is 10 at t = 104, and about 100 after t = 5000.  To t = 40 the
-- error is as the figure shows it (9.5e-8, the last tenth 1.08 of the first); energy-longer.lua goes on.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), figure 6"
local midpoint = "index-one:gauss-1"

return study {
  title       = "The energy error in the bowl",
  source      = source,
  models      = { "bicycle-surface" },
  initial     = { "bowl" },
  methods     = { midpoint },
  projections = { "none" },
  steps       = each { "0.01" },
  untiltime   = "40",
  history     = 160,
  precisions  = { "double" },
  measures    = { "energy_error", "final_part:energy" },
  claims      = {
    { id = "I5-coarse", text = "the energy error is bounded: at the end of a run it is as large as at its start",
      methods = midpoint, projection = "none", measure = "final_part:energy", value = below "3", source = source,
      condition = "over the time of figure 6, t = 40; beyond, the error follows the momenta" },
  },
}
