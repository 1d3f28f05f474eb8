-- The deeply trapped orbit of a guiding centre in a tokamak: Kraus (2017), section 5.3, figure 12; claims K13 to K16.
-- What is stable, and the names of the families: see tokamak-barely-trapped.lua.  What drifts: tokamak-deeply-drift.lua.
local good   = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "gauss-5", "srk-3" }
local gauss  = { "gauss-*", "srk-3" }
local others = { "lobatto-iiia-*", "lobatto-iiib-*", "lobatto-iiid-*", "lobatto-iiie-*" }

local claims = {}
local function claim(id, text, measure, methods, projection, value, relative, condition, more)
  local made = { id = id, text = text, measure = measure, methods = methods, projection = projection, value = value,
                 relative = relative, condition = condition, length = "1250000", source = "Kraus (2017), section 5.3" }
  for key, what in pairs(more or {}) do made[key] = what end
  table.insert(claims, made)
end

-- "Good": the energy error stays below a fifth; that of two stages comes to 9 % and goes.  Six stages are no exception here; the
-- figure of the paper is about the barely trapped orbit.
claim("K13-deeply", "deeply trapped: without projection Gauss (s = 1 to 5) and SRK3 are good", "energy_error", good, "none",
      below "0.2")
claim("K13-deeply-6", "... with six stages, too: its energy error stays below 5 %", "energy_error", "gauss-6", "none",
      below "0.05", nil, nil, { own = true, source = "assay: measured" })
claim("K13-deeply-crash", "IIIA, IIIB (without its null vector) and IIIC without projection crash after one or a few thousand "
      .. "steps (for most examples)", "stable_steps",
      { "lobatto-iiia-*", "lobatto-iiic-*", "without-null-vector:lobatto-iiib-iiia-2",
        "without-null-vector:lobatto-iiib-iiia-3", "without-null-vector:lobatto-iiib-iiia-4" },
      "none", below "9000", nil, nil, { exceptions = "1/4" })
claim("K13-deeply-IIIB-with", "IIIB with its null vector and two or four stages makes more than 9000 steps", "stable_steps",
      { "lobatto-iiib-iiia-2", "lobatto-iiib-iiia-4" }, "none", above "9000", nil, nil,
      { own = true, source = "assay: measured" })
claim("K13-deeply-IIID-IIIE", "IIID and IIIE mostly work well without projection", "energy_error",
      { "lobatto-iiid-*", "lobatto-iiie-*" }, "none", below "0.2", nil, nil, { exceptions = "1/4" })
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
  "K15-deeply-unstable",
} do
  table.insert(refuted, { id = id, verdict = "refuted" })
  table.insert(open, { id = id, verdict = "refuted" })
end
for _, id in ipairs {
  "K13-deeply", "K13-deeply-6", "K13-deeply-IIID-IIIE", "K14-deeply", "K15-deeply", "K16-deeply",
} do
  table.insert(open, { id = id, verdict = "inconclusive" })
end

-- The exceptions that "most examples" and "mostly" leave.
for _, list in ipairs { refuted, open } do
  table.insert(list, { id = "lobatto-iiia-iiib-4/none/double/stable_steps", verdict = "refuted" })
  table.insert(list, { id = "lobatto-iiid-2/none/double/energy_error", verdict = "refuted" })
end

return study {
  title       = "The deeply trapped orbit of a guiding centre in a tokamak",
  source      = "Kraus (2017), section 5.3",
  models      = { "guiding-centre-tokamak" },
  initial     = { "deeply-trapped" },
  methods     = { "gauss-*", "srk-3", "lobatto-iii*", "without-null-vector:lobatto-iiib-iiia-2",
                  "without-null-vector:lobatto-iiib-iiia-3", "without-null-vector:lobatto-iiib-iiia-4" },
  projections = "all",
  steps       = each { "5" },
  untilsteps  = 40000,
  history     = 500,
  precisions  = { "double" },
  measures    = { "stable_steps", "energy_error" },
  claims      = claims,
  expect      = open,
  figures     = {
    { name = "fig12", title = "Deeply trapped", source = "Kraus (2017), figure 12", kind = "orbit", axes = { "R", "Z" },
      aspect = "equal", model = "guiding-centre-tokamak", precision = "double", methods = "gauss-4",
      projection = "symmetric" },
  },
  full        = { untilsteps = 1250000, expect = refuted },
}
