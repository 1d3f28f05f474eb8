-- Whether the energy of the deeply trapped guiding centre drifts: Kraus (2017), section 5.3; what claims K14 and K16 say of
-- drifts.  On the other orbits: tokamak-drift.lua.
--
-- The standard projection does little here: the exponent is still on its way from that of the oscillation to that of a
-- drift.  But its slope differs from zero by thousands of its spreads.
local methods = { "gauss-1", "gauss-2", "gauss-3", "srk-3" }
local source = "Kraus (2017), section 5.3"
local claims = {
  { id = "K14-drift-deeply", text = "deeply trapped: with standard projection the energy drifts", measure = "slope:energy",
    methods = methods, projection = "standard", value = above "1e-14", source = source },
}
for _, projection in ipairs { "symmetric", "midpoint" } do
  table.insert(claims, { id = "K16-drift-deeply", text = "with symmetric and midpoint projection it does not",
                         measure = "growth:energy", methods = methods, projection = projection, grows = "bounded",
                         source = source })
end

return study {
  title       = "Drifts of a deeply trapped guiding centre",
  source      = "Kraus (2017), section 5.3",
  models      = { "guiding-centre-tokamak" },
  initial     = { "deeply-trapped" },
  methods     = methods,
  projections = { "standard", "symmetric", "midpoint" },
  steps       = each { "5" },
  untilsteps  = 8192,
  precisions  = { "double" },
  measures    = { "growth:energy", "slope:energy" },
  claims      = claims,
  full        = { untilsteps = 65536 },
}
