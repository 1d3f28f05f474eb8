-- The drift of the momentum of two point vortices with the symmetric projection at high order, over a million steps: Kraus
-- (2017), section 5.2; claim K12-13.
--
-- 1e-12 in 10^6 steps of 0.1 is 1e-17 per unit of time; of that order: a decade.  IIID and IIIE are the standard families;
-- a sentence of the paper exchanges them, so that both are tried.
local claims = {}
local function claim(id, text, methods)
  table.insert(claims, {
    id = id, text = text, measure = "drift:angular-momentum", methods = methods, projection = "symmetric",
    value = between("-1e-16", "1e-16"), length = "1000000", source = "Kraus (2017), section 5.2",
  })
end
claim("K12-13", "symmetric projection, Gauss with four or more stages: the momentum drifts by about 1e-12 in 10^6 steps",
      { "gauss-4", "gauss-5", "gauss-6" })
claim("K12-13-standard", "... IIID with four stages too (IIID as defined)", "lobatto-iiid-4")
claim("K12-13-exchanged", "... IIID with four stages too (IIIE, if the paper's sentence is followed)", "lobatto-iiie-4")

return study {
  title       = "A million steps of two point vortices: the momentum",
  source      = "Kraus (2017), section 5.2",
  models      = { "point-vortices" },
  methods     = { "gauss-4", "gauss-5", "gauss-6", "lobatto-iiid-4", "lobatto-iiie-4" },
  projections = { "symmetric" },
  steps       = each { "0.1" },
  untilsteps  = 1000000,
  history     = 100,
  precisions  = { "double" },
  measures    = { "drift:angular-momentum" },
  claims      = claims,
}
