-- Whether the energy of the Lotka-Volterra model drifts with the standard and with the symmetric projection: Kraus (2017),
-- section 5.1; claims K9 and K10.  Its size over 10^7 steps: lotka-volterra-standard.lua.
--
-- The growth of the energy error over an ensemble of 64 perturbed trajectories.  Where truncation shows it is bounded, on
-- an orbit that closes, with the projection that is not symmetric as well; with four stages what is left is round-off, and
-- that is a random walk: the "small drift" of one run is where its walk has come to.
local claims = {}
local function claim(id, text, projection, methods, growth)
  table.insert(claims, { id = id, text = text, projection = projection, methods = methods, grows = growth,
                         measure = "growth:energy", precision = "double",
                         source = growth == "bounded" and "Kraus (2017), section 5.1" or "assay: measured" })
end
local coarse = { "gauss-1", "gauss-2", "srk-3" }

claim("K9-growth", "standard projection: the energy error of truncation does not drift", "standard", coarse, "bounded")
claim("K9-walk", "... and what drifts with four stages is round-off, which walks at random", "standard", "gauss-4",
      "random-walk")
claim("K10-growth", "symmetric projection: the energy error of truncation does not drift", "symmetric", coarse, "bounded")
claim("K10-walk", "... and what drifts with four stages is round-off, which walks at random", "symmetric", "gauss-4",
      "random-walk")

return study {
  title       = "Drift of the energy of the Lotka-Volterra model",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "gauss-1", "gauss-2", "gauss-4", "srk-3" },
  projections = { "standard", "symmetric" },
  steps       = each { "0.1" },
  untilsteps  = 16384,
  precisions  = { "double" },
  measures    = { "growth:energy", "slope:energy" },
  claims      = claims,
  full        = { untilsteps = 524288 },
}
