-- Whether the energy of a guiding centre in a tokamak drifts: Kraus (2017), section 5.3; what claims K14 and K16 say of
-- drifts.  How stable the runs are, and how large the errors get: tokamak-passing.lua, tokamak-barely-trapped.lua and
-- tokamak-deeply-trapped.lua.  The drift of round-off: round-off.lua.
--
-- The growth of the energy error over an ensemble of 64 perturbed trajectories, with its slope and its spread.  The deeply
-- trapped orbit, with its own step: tokamak-deeply-drift.lua.
local methods = { "gauss-1", "gauss-2", "gauss-3", "srk-3" }
local source = "Kraus (2017), section 5.3, figures 15 to 18"
local claims = {
  { id = "K14-drift", text = "with standard projection the energy drifts", measure = "growth:energy", methods = methods,
    projection = "standard", grows = "secular", source = source },
}
for _, projection in ipairs { "symmetric", "midpoint" } do
  table.insert(claims, { id = "K16-drift", text = "with symmetric and midpoint projection it does not",
                         measure = "growth:energy", methods = methods, projection = projection, grows = "bounded",
                         source = source })
end

return study {
  title       = "Drifts of a guiding centre in a tokamak",
  source      = "Kraus (2017), section 5.3",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-passing", "barely-trapped" },
  methods     = methods,
  projections = { "standard", "symmetric", "midpoint" },
  steps       = each { "2.5" },
  untilsteps  = 8192,
  precisions  = { "double" },
  measures    = { "growth:energy", "slope:energy" },
  claims      = claims,
  full        = { untilsteps = 65536 },
}
