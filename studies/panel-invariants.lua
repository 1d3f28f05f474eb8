-- Which methods and projections are known not to keep the integral invariants: the other half of panel.lua, with loops and
-- surfaces in place of halved steps.
local measures, claims = {}, {}
for form, name in pairs { canonical = "canonical", noncanonical = "noncanonical", corrected = "corrected" } do
  table.insert(measures, "poincare_1:" .. form)
  table.insert(claims, { id = name, measure = "poincare_1:" .. form, methods = "*", projection = "*", exact = true,
                         source = "none: what is claimed decides what is measured" })
end

return study {
  title       = "The panel of known failures: integral invariants",
  source      = "",
  models      = { "massless-charged-particle", "lotka-volterra", "point-vortices", "guiding-centre-symmetric" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "srk-3", "lobatto-iiia-iiib-2", "lobatto-iiia-iiib-3", "lobatto-iiic-2",
                  "lobatto-iiid-2", "lobatto-iiie-2", "radau-iia-2", "rk4" },
  projections = "all",
  steps       = { ["massless-charged-particle"] = each { "0.1" }, ["lotka-volterra"] = each { "0.1" },
                  ["point-vortices"] = each { "0.1" }, ["guiding-centre-symmetric"] = each { "10" } },
  untilsteps  = 20,
  points      = 64,
  precisions  = { "double" },
  measures    = measures,
  claims      = claims,
}
