-- Whether the energy with symmetric projection drifts in double: Kraus (2017), section 5.4; claim K17.  What the drift
-- comes from: round-off.lua.
--
-- The growth of the energy error over an ensemble of 64 perturbed trajectories: in proportion to time it is a drift,
-- with the square root of time it is what unbiased rounding leaves (Brouwer's law).  A drift shows only once it has
-- outgrown the random walk that is always there: soonest for s = 5, the largest of those of s = 4, 5, 6.
local methods = { "gauss-4", "gauss-5", "gauss-6" }
local claims  = {
  { id = "K17", text = "in double the energy error of higher orders drifts", precision = "double:accepted", grows = "secular",
    source = "Kraus (2017), section 5.4", condition = "once the drift has outgrown the random walk of round-off" },
  { id = "K18-corrected-growth", text = "... as a random walk does where stages take the last correction of Newton's "
    .. "method", precision = "double", grows = "random-walk", source = "assay: measured" },
}
for _, claim in ipairs(claims) do
  claim.measure, claim.methods, claim.projection = "growth:energy", methods, "symmetric"
end

return study {
  title       = "Drift or random walk of the energy",
  source      = "Kraus (2017), section 5.4",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-passing" },
  methods     = { "gauss-5" },
  projections = { "symmetric" },
  steps       = each { "2.5" },
  untilsteps  = 32768,
  precisions  = { "double:accepted", "double" },
  measures    = { "growth:energy" },
  claims      = claims,
  full        = { untilsteps = 524288, methods = methods },
}
