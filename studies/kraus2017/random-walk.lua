-- Whether the round-off of Gauss methods with symmetric projection has a drift, on the two models of the paper's long
-- runs: Kraus (2017), section 5.4, asks it for the guiding centre (round-off-growth.lua).
--
-- The growth of the energy error over an ensemble of 64 perturbed trajectories: the exponent of unbiased rounding is 1/2
-- (Brouwer's law).  With 131072 steps 0.56, 0.57, 0.53 were measured for s = 4, 5, 6 on Lotka-Volterra and 0.63, 0.52,
-- 0.58 on the vortices; for s = 1, 2, 3 the truncation error, which oscillates, hides the walk.  Stages as Newton's method
-- accepts them, without the last correction, are the control: what they leave out has a sign, and the energy drifts in
-- proportion to time.
return study {
  title       = "Round-off as a random walk",
  source      = "Kraus (2017), section 5.4",
  models      = { "lotka-volterra", "point-vortices" },
  methods     = { "gauss-4", "gauss-5", "gauss-6" },
  projections = { "symmetric" },
  steps       = each { "0.1" },
  untilsteps  = 32768,
  precisions  = { "double", "double:accepted" },
  measures    = { "growth:energy" },
  claims      = {
    { id = "K18-walk", text = "the energy error in double grows as a random walk", measure = "growth:energy",
      methods = "*", projection = "symmetric", precision = "double", grows = "random-walk",
      source = "assay: measured" },
    { id = "K18-accepted", text = "... and in proportion to time without the last correction of Newton's method",
      measure = "growth:energy", methods = { "gauss-6" }, projection = "symmetric",
      precision = "double:accepted", grows = "secular", source = "assay: measured" },
  },
  full        = { untilsteps = 1048576 },
}
