-- A million steps of two point vortices without projection and with the standard one: Kraus (2017), section 5.2; claims
-- K12-1 to K12-5.  With the other projections: vortices-projected.lua.  Whether anything drifts: drifts.lua.
--
-- IIIA and IIIB are the pairs IIIA-IIIB and IIIB-IIIA.  What the paper reports of IIIB with two stages is the pair without its
-- null vector: with it the pair is the midpoint rule.  IIID and IIIE are the standard families; a sentence of the paper
-- exchanges them, which matters for one line only (K12-13).  A run is stable as long as it has not broken down and its
-- energy error has not exceeded 5 %.  "Bounded", or "no drift": the largest error of the last tenth of the run is at
-- most three times that of the first; an error in proportion to time would be ten times as large.
--
-- Gauss with five and six stages is run in full only: its errors are round-off as those of four stages are, and it takes
-- longest.
local function list(...)
  local all = {}
  for _, names in ipairs { ... } do
    for _, name in ipairs(names) do table.insert(all, name) end
  end
  return all
end
local gauss  = { "gauss-1", "gauss-2", "gauss-3" }
local higher = { "gauss-4", "gauss-5", "gauss-6" }
local IIIA   = { "lobatto-iiia-iiib-3", "lobatto-iiia-iiib-4" }
local IIIB   = { "lobatto-iiib-iiia-3", "lobatto-iiib-iiia-4" }
local IIIC   = { "lobatto-iiic-2", "lobatto-iiic-3", "lobatto-iiic-4" }
local IIID   = { "lobatto-iiid-2", "lobatto-iiid-3", "lobatto-iiid-4" }
local IIIE   = { "lobatto-iiie-2", "lobatto-iiie-3", "lobatto-iiie-4" }
local good   = list(gauss, higher, { "srk-3" }, IIIA, IIIB, IIID, IIIE)
local momentum = "angular-momentum"

local claims = {}
local without = "without-null-vector:lobatto-iiib-iiia-2"
local function claim(id, text, measure, methods, projection, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, projection
  what.source, what.length = what.own and "assay: measured" or "Kraus (2017), section 5.2", "1000000"
  table.insert(claims, what)
end

claim("K12-1", "all methods but IIIA and IIIB with two stages and IIIC are stable without projection", "stable_steps",
      good, "none", { value = above "999999" })
claim("K12-2", "IIIA with two stages and IIIC are unstable without projection", "stable_steps",
      list({ "lobatto-iiia-iiib-2" }, IIIC), "none", { value = below "10000" })
claim("K12-2-IIIB", "IIIB with two stages is unstable without projection (without its null vector)", "stable_steps", without,
      "none", { value = below "10000" })
claim("K12-2-IIIB-with", "... with its null vector, as the midpoint rule, it is stable", "stable_steps", "lobatto-iiib-iiia-2",
      "none", { value = above "999999", own = true })
claim("K12-3", "without projection the error of the angular momentum stays bounded", "final_part:" .. momentum, good,
      "none", { value = below "3" })

-- "Worsens": it lets the energy drift (K12-4-drift in drifts.lua); where that has outgrown the oscillation the error is larger.
local slow = { "gauss-4", "lobatto-iiib-iiia-4", "lobatto-iiid-4" }
local outgrown = {}
for _, method in ipairs(good) do
  local is_slow = false
  for _, other in ipairs(slow) do is_slow = is_slow or method == other end
  if not is_slow then table.insert(outgrown, method) end
end
claim("K12-4-errors", "the standard projection ends with an energy error at least half as large as without, after so many steps",
      "energy_error", outgrown, "standard", { value = above "0.5", relative = { projection = "none" }, own = true })
claim("K12-4-slow", "... but not yet with four stages of Gauss, IIIB and IIID, of which the drift is slower", "energy_error", slow,
      "standard", { value = below "0.5", relative = { projection = "none" }, own = true })
-- Whether the null vector was used is not said.  With it, IIIB does what the paper reports of the standard projection; without
-- it the energy is lost at once, and the run ends at step 765 683.
local projected = list({ "lobatto-iiia-iiib-2", "lobatto-iiib-iiia-2" }, IIIC)
claim("K12-5", "with standard projection IIIA and IIIB with two stages and IIIC do not crash", "breakdown_step", projected,
      "standard", { value = above "999999", condition = "IIIB with its null vector" })
-- "Large": ten times those of Gauss with three stages, which has the order of IIIC with four.
claim("K12-5-errors", "... but show large errors", "energy_error", projected, "standard",
      { value = above "10", relative = { method = "gauss-3" } })
claim("K12-5-IIIB", "IIIB without its null vector: the energy is lost within ten steps", "stable_steps", without, "standard",
      { value = below "10", own = true })
claim("K12-5-IIIB", "... and the run ends within a million steps", "breakdown_step", without, "standard",
      { value = below "1000000", sharp = true, own = true })

return study {
  title       = "A million steps of two point vortices",
  source      = "Kraus (2017), section 5.2",
  models      = { "point-vortices" },
  methods     = list(gauss, { "gauss-4", "srk-3", "lobatto-iii*", "without-null-vector:lobatto-iiib-iiia-2" }),
  projections = { "none", "standard" },
  steps       = each { "0.1" },
  untilsteps  = 1000000,
  history     = 100,
  precisions  = { "double" },
  measures    = { "stable_steps", "breakdown_step", "energy_error", "final_part:" .. momentum },
  claims      = claims,
  figures     = {
    { name = "vortices-energy", title = "Energy error of point vortices", source = "Kraus (2017), section 5.2",
      kind = "history", channel = "energy", model = "point-vortices", precision = "double",
      methods = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
      panels = {
        { title = "No projection", projection = "none" },
        { title = "Standard", projection = "standard" },
      } },
    { name = "vortices-momentum", title = "Error of the angular momentum of point vortices",
      source = "Kraus (2017), section 5.2", kind = "history", channel = momentum, model = "point-vortices",
      precision = "double", methods = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
      panels = {
        { title = "No projection", projection = "none" },
        { title = "Standard", projection = "standard" },
      } },
  },
  full        = { methods = list(gauss, higher, { "srk-3", "lobatto-iii*", "without-null-vector:lobatto-iiib-iiia-2" }) },
}
