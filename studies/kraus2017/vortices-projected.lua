-- Long runs of two point vortices with the symmetric, the symplectic and the midpoint projection: Kraus (2017), section
-- 5.2; claims K12-6 to K12-11, a line for each observation and each exception.  Whether anything drifts: drifts.lua.
-- Without projection and with the standard one: vortices.lua.  The paper makes 10^6 steps: `assay reproduce kraus2017 --full`.
--
-- IIIA and IIIB are the pairs IIIA-IIIB and IIIB-IIIA.  IIID and IIIE are the standard families; a sentence of the paper
-- exchanges them, which matters for one line only (K12-13).  A run is stable as long as it has not broken down and its
-- energy error has not exceeded 5 %.
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
local even   = { "lobatto-iiid-2", "lobatto-iiid-4", "lobatto-iiie-2", "lobatto-iiie-4" }
local momentum = "angular-momentum"

local claims = {}
local without = "without-null-vector:lobatto-iiib-iiia-2"
local function claim(id, text, measure, methods, projection, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, projection
  what.source, what.length = what.own and "assay: measured" or "Kraus (2017), section 5.2", "1000000"
  table.insert(claims, what)
end

for _, projection in ipairs { "symmetric", "symplectic", "midpoint" } do
  claim("K12-6", "symmetric, symplectic and midpoint projection are stable with almost all methods", "stable_steps",
        projection == "symmetric" and list(good, { "lobatto-iiia-iiib-2", "lobatto-iiib-iiia-2" }) or good, projection,
        { value = above "999999" })
  claim("K12-7-higher", "... and the energy error is small where it is round-off", "energy_error", higher, projection, { value = below "1e-9" })
end

claim("K12-9", "the symplectic projection of IIIA with two stages and of IIIC is as unstable as no projection",
      "stable_steps", list({ "lobatto-iiia-iiib-2" }, IIIC), "symplectic",
      { value = between("0.1", "10"), relative = { projection = "none" } })
claim("K12-9-IIIB", "the symplectic projection of IIIB with two stages is unstable (without its null vector)", "stable_steps",
      without, "symplectic", { value = below "10000" })
claim("K12-12", "IIIB with two stages is not suitable with the midpoint projection (without its null vector: the first step "
      .. "cannot be made)", "stable_steps", without, "midpoint", { value = below "1" })
for _, projection in ipairs { "symmetric", "midpoint" } do
  claim("K12-10", "the symmetric and the midpoint projection improve IIIC", "stable_steps", IIIC, projection,
        { value = above "10", relative = { projection = "none" } })
end
-- The paper does not say what "erratic" is: here the error is that with symmetric projection.
claim("K12-11", "IIID and IIIE with an even number of stages: the midpoint projection has the energy error of the symmetric one",
      "energy_error", even, "midpoint", { value = between("0.5", "2"), relative = { projection = "symmetric" }, own = true })

-- What runs of the ordinary length are too short for.
local open = {}
for _, id in ipairs {
  "K12-6", "K12-7-higher", "K12-11",
} do
  table.insert(open, { id = id, verdict = "inconclusive" })
end

return study {
  title       = "Long runs of two point vortices, projected",
  source      = "Kraus (2017), section 5.2",
  models      = { "point-vortices" },
  methods     = { "gauss-*", "srk-3", "lobatto-iii*", "without-null-vector:lobatto-iiib-iiia-2" },
  projections = { "none", "symmetric", "symplectic", "midpoint" },
  steps       = each { "0.1" },
  untilsteps  = 50000,
  history     = 100,
  precisions  = { "double" },
  measures    = { "stable_steps", "energy_error" },
  claims      = claims,
  expect      = open,
  figures     = {
    { name = "vortices-energy-projected", title = "Energy error of point vortices", source = "Kraus (2017), section 5.2",
      kind = "history", channel = "energy", model = "point-vortices", precision = "double",
      methods = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
      panels = {
        { title = "Symmetric", projection = "symmetric" },
        { title = "Symplectic", projection = "symplectic" },
        { title = "Midpoint", projection = "midpoint" },
      } },
    { name = "vortices-momentum-projected", title = "Error of the angular momentum of point vortices",
      source = "Kraus (2017), section 5.2", kind = "history", channel = momentum, model = "point-vortices",
      precision = "double", methods = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
      panels = {
        { title = "Symmetric", projection = "symmetric" },
        { title = "Symplectic", projection = "symplectic" },
        { title = "Midpoint", projection = "midpoint" },
      } },
  },
  full        = { untilsteps = 1000000, expect = {} },
}
