-- How the residuals of the constraints grow in the standard formulation of the pendulum without gravity: Leimkuhler and
-- Reich (1994), section 3.5; claim L7.  The midpoint rule leaves them at round-off, and g' = psi makes of it what is linear.
local midpoint = "runge-kutta:gauss-1"

return study {
  title       = "Residuals of the standard underlying equations",
  source      = "Leimkuhler, Reich (1994), section 3.5",
  models      = { "pendulum" },
  initial     = { "free" },
  methods     = { midpoint },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 16384,
  history     = 128,
  precisions  = { "double" },
  measures    = { "growth:constraint", "final_part:constraint" },
  claims      = {
    { id = "L7-linear", text = "the residuals grow, at least linearly", method = midpoint, projection = "none",
      measure = "growth:constraint", grows = "secular", source = "Leimkuhler, Reich (1994), section 3.5" },
  },
}
