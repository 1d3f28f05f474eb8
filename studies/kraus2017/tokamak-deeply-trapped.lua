-- The deeply trapped orbit of a guiding centre in a tokamak: Kraus (2017), section 5.3, figure 12; claims K13 to K16.
-- What is stable, and the names of the families: see tokamak-barely-trapped.lua.  What drifts: tokamak-deeply-drift.lua.
local good   = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "gauss-5", "srk-3" }
local gauss  = { "gauss-*", "srk-3" }
local others = { "lobatto-iiia-*", "lobatto-iiib-*", "lobatto-iiid-*", "lobatto-iiie-*" }

local claims = {}
local function claim(id, text, measure, methods, projection, value, relative, condition)
  table.insert(claims, { id = id, text = text, measure = measure, methods = methods, projection = projection,
                         value = value, relative = relative, condition = condition, length = "1250000",
                         source = "Kraus (2017), section 5.3" })
end

claim("K13-deeply", "deeply trapped: without projection Gauss (s = 1 to 5) and SRK3 are good", "stable_steps", good,
      "none", above "1249999", nil, "not with two stages")
claim("K13-deeply-6", "... but not with six stages", "stable_steps", "gauss-6", "none", below "9000",
      nil, "nowhere seen: its energy error stays far below 5 % to the end of the run")
claim("K13-deeply-6-drift", "... but not with six stages (its energy error grows)", "final_part:energy", "gauss-6",
      "none", above "3", nil, "the orbit is the barely trapped one")
for name, methods in pairs { IIIA = "lobatto-iiia-*", IIIB = "lobatto-iiib-*", IIIC = "lobatto-iiic-*" } do
  claim("K13-deeply-" .. name, name .. " without projection crashes after one or a few thousand steps", "stable_steps",
        methods, "none", below "9000", nil, "not IIIA-IIIB with four stages, nor IIIB-IIIA with two and four")
end
for name, methods in pairs { IIID = "lobatto-iiid-*", IIIE = "lobatto-iiie-*" } do
  claim("K13-deeply-" .. name, name .. " mostly works without projection", "stable_steps", methods, "none",
        above "1249999", nil, "not IIID with two stages, nor IIIE with four")
end
claim("K14-deeply", "the standard projection is worse than none", "energy_error", good, "standard", above "1",
      { projection = "none" }, "the run is long enough: it makes the energy drift")
claim("K15-deeply", "the symplectic projection is stable where the unprojected method is", "stable_steps", good,
      "symplectic", above "1249999")
claim("K15-deeply-unstable", "... and unstable where it is unstable", "stable_steps",
      { "lobatto-iiib-iiia-3", "lobatto-iiid-2" }, "symplectic", below "9000",
      nil, "R(infinity) = -1, where the projection is that of unprojected steps")
for _, projection in ipairs { "symmetric", "midpoint" } do
  claim("K16-deeply", "symmetric and midpoint projection are stable with all methods but IIIC", "stable_steps", gauss,
        projection, above "1249999")
  claim("K16-deeply", nil, "stable_steps", others, projection, above "1249999")
  claim("K16-deeply-IIIC", "... but not with IIIC", "stable_steps", "lobatto-iiic-*", projection, below "9000")
end

-- What is refuted whatever the length of the runs, and what runs of the ordinary length are too short for.
local refuted, open = {}, {}
for _, id in ipairs {
  "K13-deeply", "K13-deeply-6", "K13-deeply-IIIA", "K13-deeply-IIIB", "K13-deeply-IIID", "K13-deeply-IIIE",
  "K15-deeply-unstable",
} do
  table.insert(refuted, { id = id, verdict = "refuted" })
  table.insert(open, { id = id, verdict = "refuted" })
end
for _, id in ipairs {
  "K13-deeply-6-drift", "K14-deeply", "K15-deeply", "K16-deeply",
} do
  table.insert(open, { id = id, verdict = "inconclusive" })
end

for _, method in ipairs { "gauss-1", "gauss-3", "gauss-4", "gauss-5", "srk-3", "lobatto-iiid-3", "lobatto-iiid-4",
                          "lobatto-iiie-2", "lobatto-iiie-3" } do
  table.insert(open, { id = method .. "/none/double/stable_steps", verdict = "inconclusive" })
end

return study {
  title       = "The deeply trapped orbit of a guiding centre in a tokamak",
  source      = "Kraus (2017), section 5.3",
  models      = { "guiding-centre-tokamak" },
  initial     = { "deeply-trapped" },
  methods     = { "gauss-*", "srk-3", "lobatto-*" },
  projections = "all",
  steps       = each { "5" },
  untilsteps  = 40000,
  history     = 500,
  precisions  = { "double" },
  measures    = { "stable_steps", "energy_error", "final_part:energy" },
  claims      = claims,
  expect      = open,
  figures     = {
    { name = "fig12", title = "Deeply trapped", source = "Kraus (2017), figure 12", kind = "orbit", axes = { "R", "Z" },
      aspect = "equal", model = "guiding-centre-tokamak", precision = "double", methods = "gauss-4",
      projection = "symmetric" },
  },
  full        = { untilsteps = 1250000, expect = refuted },
}
