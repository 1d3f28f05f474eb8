-- Whether the round-off of Gauss methods with symmetric projection has a drift, on the two models of the paper's long
-- runs: Kraus (2017), section 5.4, asks it for the guiding centre (round-off-growth.lua).
--
-- The growth of the energy error over an ensemble of 64 perturbed trajectories, a million steps each: the exponent of
-- unbiased rounding is 1/2 (Brouwer's law).  Stages as Newton's method accepts them, without the last correction, are
-- the control: what they leave out has a sign, and the energy drifts in proportion to time.
local methods = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "gauss-5", "gauss-6" }

return study {
  title       = "Round-off as a random walk",
  source      = "Kraus (2017), section 5.4",
  models      = { "lotka-volterra", "point-vortices" },
  methods     = methods,
  projections = { "symmetric" },
  steps       = each { "0.1" },
  untilsteps  = 32768,
  precisions  = { "double", "double:accepted" },
  measures    = { "growth:energy" },
  claims      = {
    { id = "walk", text = "the energy error in double grows as a random walk", measure = "growth:energy",
      methods = methods, projection = "symmetric", precision = "double", grows = "random-walk",
      source = "assay: measured" },
    { id = "drift", text = "... and in proportion to time without the last correction of Newton's method",
      measure = "growth:energy", methods = { "gauss-5", "gauss-6" }, projection = "symmetric",
      precision = "double:accepted", grows = "secular", source = "assay: measured" },
  },
  full        = { untilsteps = 1048576 },
}
