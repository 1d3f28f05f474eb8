-- Which fields can tell whether a projection keeps the integral invariants: Kraus (2017), section 5.6; claims K19 and K21
-- to K23 on four models at once.
--
-- The claims are the same on each of them, so that every verdict is compared with those of the others: where a method
-- that is refuted elsewhere is not refuted, the verdict is vacuous.  Nothing here says beforehand which models are easy;
-- the field with rotational symmetry, Lotka-Volterra and the linear theta come out by measurement.
local methods, projections = { "gauss-1", "gauss-2", "srk-3" }, { "none", "standard", "symmetric", "symplectic", "midpoint" }
local claims = {}
local function claim(id, text, form, projection, own)
  table.insert(claims, {
    id = id, text = text, own = own, measure = "poincare_1:" .. form, methods = methods,
    projection = projection, exact = true,
    source = own and "assay: asked of more fields than the paper does" or "Kraus (2017), section 5.6",
  })
end
claim("K19-models", "no projection: the canonical invariant is exact, in any field", "canonical", "none")
claim("K21-models", "symmetric projection: the invariant is exact, in any field", "noncanonical", "symmetric", true)
claim("K22-models", "symplectic projection: the corrected invariant is exact, in any field", "corrected", "symplectic")
claim("K23-models", "midpoint projection: the invariant is exact, in any field", "noncanonical", "midpoint", true)

return study {
  title       = "Fields that can tell projections apart",
  source      = "Kraus (2017), section 5.6",
  models      = { "massless-charged-particle", "guiding-centre-symmetric", "lotka-volterra", "point-vortices-linear" },
  witness     = { ["massless-charged-particle"] = "other" },
  methods     = { "gauss-1", "gauss-2", "srk-3", "rk4" },
  projections = projections,
  steps       = { ["guiding-centre-symmetric"] = each { "10" }, ["lotka-volterra"] = each { "0.1" },
                  ["massless-charged-particle"] = each { "0.1" }, ["point-vortices-linear"] = each { "0.1" } },
  untilsteps  = 100,
  points      = 64,
  precisions  = { "double" },
  measures    = { "poincare_1:noncanonical", "poincare_1:canonical", "poincare_1:corrected" },
  claims      = claims,
  expect      = {
    { id = "K21-models", verdict = "refuted" },
    { id = "K23-models", verdict = "refuted" },
    { id = "lotka-volterra/*/*/*/*/poincare_1:noncanonical", verdict = "vacuous" },
    { id = "point-vortices-linear/*/*/*/*/poincare_1:noncanonical", verdict = "vacuous" },
    { id = "guiding-centre-symmetric/*/*/symmetric/*/poincare_1:noncanonical", verdict = "vacuous" },
    { id = "guiding-centre-symmetric/*/*/midpoint/*/poincare_1:noncanonical", verdict = "vacuous" },
  },
}
