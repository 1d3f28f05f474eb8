-- Which methods and projections are known to fail, and where: what claims of other studies are compared with.
--
-- A claim that holds on a model says something only if what is wrong would show there.  Here every projection of the
-- methods that comparisons take, and the tableaux of the same form, are measured on models that can tell.  The results
-- are kept beside this file, in panel.results, so that no verdict depends on which other models a study has:
--
--   assay run studies/panel.lua studies/panel-invariants.lua studies/panel-linear.lua
--     studies/panel-conjugate.lua --out out/panel
--   jq -r '.fits[] | select(.status == "measured" or .status == "not-asymptotic" or (.exact.floor != null)) | [.model, .method,
--     .projection, .measure, .status] + ([.order, .low, .high, .exact.error, .exact.repeated] | map(if . == null then
--     "nan" else . end)) + [.exact.bits // 0] + ([.exact.floor, .exact.repeated_floor, .exact.coarse_excess] |
--     map(if . == null then "nan" else . end)) | map(tostring) | join(" ")' out/panel/*/data/report.json
--     > studies/panel.results
local claims = {}
for _, measure in ipairs { "symplectic_defect", "symmetry_defect" } do
  table.insert(claims, { id = "exact-" .. measure, measure = measure, methods = "*", projection = "*", exact = true,
                         source = "none: what is claimed decides what is measured" })
end
for _, measure in ipairs { "energy_error", "solution_error" } do
  table.insert(claims, { id = "order-" .. measure, measure = measure, methods = "*", projection = "*",
                         order = at_least "1", source = "none: what is claimed decides what is measured" })
end

return study {
  title       = "The panel of known failures",
  source      = "",
  models      = { "massless-charged-particle", "lotka-volterra", "point-vortices", "kepler", "henon-heiles" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "srk-3", "lobatto-iiia-iiib-2", "lobatto-iiia-iiib-3", "lobatto-iiic-2",
                  "lobatto-iiid-2", "lobatto-iiie-2", "radau-iia-2", "rk4" },
  projections = "all",
  steps       = { ["massless-charged-particle"] = halving("0.1", 5), ["lotka-volterra"] = halving("0.1", 5),
                  ["point-vortices"] = halving("0.1", 5), ["kepler"] = halving("0.05", 5),
                  ["henon-heiles"] = halving("0.2", 5) },
  untiltime   = "2",
  precisions  = { 128 },
  measures    = { "symplectic_defect", "symmetry_defect", "energy_error", "solution_error" },
  claims      = claims,
}
