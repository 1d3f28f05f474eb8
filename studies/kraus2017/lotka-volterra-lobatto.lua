-- The methods that Kraus (2017), section 5.1, describes without a figure, on the Lotka-Volterra model: the Lobatto
-- families and Gauss with five and six stages; claims K8 and K10.
--
-- IIIA and IIIB are the pairs IIIA-IIIB and IIIB-IIIA.  What the paper reports of IIIB is the pair without its null vector
-- (lotka-volterra-crash.lua); with it the pair is close to a method of one tableau.  The definitions of IIID and IIIE are the
-- standard ones, which are those of the paper's formula in sigma: IIID = (IIIC + IIIC*)/2, IIIE = (IIIA + IIIB)/2.  The line
-- after it exchanges them.  Every claim here names both families, so that it is the same in both readings, and conditions
-- call them by the formula.
-- A run is stable as long as it has not broken down and its energy error has not exceeded 5 %.  An energy error that
-- drifts is larger in the last tenth of the run than in the first: in proportion to time it is ten times as large.
local function stages(family) return { family .. "-2", family .. "-3", family .. "-4" } end
local IIIA, IIIB, IIIC = stages "lobatto-iiia-iiib", stages "lobatto-iiib-iiia", stages "lobatto-iiic"
local IIID, IIIE = stages "lobatto-iiid", stages "lobatto-iiie"
local gauss = { "gauss-5", "gauss-6" }
local without = { "without-null-vector:lobatto-iiib-iiia-2", "without-null-vector:lobatto-iiib-iiia-3" }

local claims = {}
local function claim(id, text, measure, methods, projection, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, projection
  what.source, what.length = what.own and "assay: measured" or "Kraus (2017), section 5.1", "10000000"
  table.insert(claims, what)
end

for name, row in pairs { IIID = { IIID, "three stages" }, IIIE = { IIIE, "two and three stages" } } do
  local condition = row[2] .. " (by the formula in sigma; by the line after it the other family is meant); otherwise the "
    .. "error in the constraint, and with it the energy error, grows in proportion to time"
  claim("K8-" .. name, name .. " is stable without projection", "stable_steps", row[1], "none",
        { value = above "9999999", condition = condition })
  claim("K8-" .. name .. "-constraint", name .. ": the error in the Dirac constraint stays bounded",
        "final_part:constraint", row[1], "none", { value = below "3", condition = condition })
end

for _, projection in ipairs { "standard", "symmetric", "symplectic", "midpoint" } do
  for name, methods in pairs { Gauss = gauss, IIID = IIID, IIIE = IIIE } do
    claim("K10-" .. name, "every projection makes " .. name .. " stable", "stable_steps", methods, projection,
          { value = above "9999999" })
    if projection ~= "symmetric" then
      claim("K10-" .. name .. "-" .. projection, name .. ": the " .. projection ..
            " projection is comparable to the symmetric one", "energy_error", methods, projection,
            { value = between("0.1", "10"), relative = { projection = "symmetric" },
              condition = "round-off does not decide" })
    end
  end
end

-- "Deteriorates quickly": with two stages, and with three of IIIB, more than 5 % of the energy are lost in 10 000 steps; with
-- more the energy drifts (drifts.lua).
claim("K10-IIIA-deteriorates", "IIIA with standard projection and two stages deteriorates quickly", "stable_steps", IIIA[1],
      "standard", { value = below "10000" })
claim("K10-IIIB-deteriorates", "IIIB with standard projection and two or three stages deteriorates quickly (without its null "
      .. "vector)", "stable_steps", without, "standard", { value = below "10000" })
claim("K10-IIIC-deteriorates", "IIIC with standard projection and two stages deteriorates quickly", "stable_steps", IIIC[1],
      "standard", { value = below "10000" })
for name, methods in pairs { IIIA = IIIA, IIIC = IIIC } do
  claim("K10-" .. name .. "-smaller", name .. ": the symmetric projection has smaller errors than the standard one",
        "energy_error", methods, "symmetric", { value = below "1", relative = { projection = "standard" } })
  claim("K10-" .. name .. "-still-drifts", name .. " with symmetric projection: still a substantial drift of the energy",
        "final_part:energy", methods, "symmetric", { value = above "3" })
end
for name, methods in pairs { IIIA = IIIA, ["IIIB (without its null vector)"] = without, IIIC = IIIC } do
  claim("K10-crashes", name .. " with symplectic projection crashes about as soon as without", "stable_steps", methods,
        "symplectic", { value = below "1000" })
end
claim("K10-IIIB-solved", "IIIB without its null vector: with symmetric projection the first step cannot be made",
      "breakdown_step", without, "symmetric", { value = below "2", own = true })
claim("K10-IIIB-crashes", "IIIB with its null vector does not crash with symplectic projection in 10 000 steps",
      "stable_steps", IIIB, "symplectic", { value = above "10000", own = true })

-- What is refuted whatever the length of the runs, and what runs of the ordinary length are too short for.
local refuted, open = {}, {}
for _, id in ipairs {
  "K8-IIID", "K8-IIIE",
} do
  table.insert(refuted, { id = id, verdict = "refuted" })
  table.insert(open, { id = id, verdict = "refuted" })
end
for _, id in ipairs {
  "K8-IIID-constraint", "K8-IIIE-constraint", "K10-Gauss", "K10-Gauss-standard", "K10-Gauss-symplectic",
  "K10-Gauss-midpoint", "K10-IIID", "K10-IIID-standard", "K10-IIID-symplectic", "K10-IIID-midpoint", "K10-IIIE",
  "K10-IIIE-standard", "K10-IIIE-symplectic", "K10-IIIE-midpoint", "K10-IIIA-smaller",
  "K10-IIIA-still-drifts", "K10-IIIC-smaller", "K10-IIIC-still-drifts",
} do
  table.insert(open, { id = id, verdict = "inconclusive" })
end
for _, method in ipairs { "lobatto-iiid-3", "lobatto-iiid-4", "lobatto-iiie-2", "lobatto-iiie-3" } do
  table.insert(open, { id = method .. "/none/double/stable_steps", verdict = "inconclusive" })
end

return study {
  title       = "Lobatto methods and more stages of Gauss, Lotka-Volterra",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "gauss-5", "gauss-6", "lobatto-iii*", without[1], without[2] },
  projections = "all",
  steps       = each { "0.1" },
  untilsteps  = 100000,
  history     = 100,
  precisions  = { "double" },
  measures    = { "stable_steps", "energy_error", "final_part:constraint", "final_part:energy", "breakdown_step" },
  claims      = claims,
  expect      = open,
  figures     = {
    { name = "lobatto", title = "Energy error of the Lobatto methods without projection", kind = "history",
      source = "Kraus (2017), section 5.1", channel = "energy", model = "lotka-volterra", precision = "double",
      projection = "none",
      panels = {
        { title = "IIID", methods = IIID }, { title = "IIIE", methods = IIIE },
        { title = "IIIA-IIIB", methods = IIIA }, { title = "IIIB-IIIA", methods = IIIB },
      } },
  },
  full        = { untilsteps = 1000000, expect = refuted },
}
