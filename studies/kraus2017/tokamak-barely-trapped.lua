-- The barely trapped orbit of a guiding centre in a tokamak: Kraus (2017), section 5.3, figures 12, 14, 16 and 18;
-- claims K13 to K16.
--
-- A run is stable as long as it has not broken down and its energy error has not exceeded 5 %.  Drifts:
-- tokamak-drift.lua; of six stages the largest error of the last tenth of the run over that of the first.  "Unstable", and "a crash after one or a
-- few thousand steps": before 9000 steps.
-- IIIA and IIIB are the pairs IIIA-IIIB and IIIB-IIIA; without projection IIIB is what the paper has, the pair without its null
-- vector (lotka-volterra-crash.lua), whose first step cannot be made here.  IIID and IIIE are those of the paper's formula in
-- sigma, IIID = (IIIC + IIIC*)/2 and IIIE = (IIIA + IIIB)/2; by the line after it they are exchanged.  What is said of IIID is
-- said of IIIE too, so that it does not matter which is which.
local good    = { "gauss-1", "gauss-3", "gauss-4", "gauss-5", "srk-3" }
local gauss   = { "gauss-*", "srk-3" }
local lobatto = { IIIA = "lobatto-iiia-*", IIIB = "lobatto-iiib-*", IIID = "lobatto-iiid-*", IIIE = "lobatto-iiie-*" }
local without = { "without-null-vector:lobatto-iiib-iiia-2", "without-null-vector:lobatto-iiib-iiia-3",
                  "without-null-vector:lobatto-iiib-iiia-4" }
local crash   = { IIIA = lobatto.IIIA, IIIB = without, IIIC = "lobatto-iiic-*" }
local momentum = "toroidal-momentum"

local claims = {}
local function claim(id, text, measure, methods, projection, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, projection
  what.source = what.own and "assay: measured" or "Kraus (2017), " .. (what.source or "section 5.3")
  what.length = "1250000"
  table.insert(claims, what)
end

claim("K13-barely", "barely trapped: without projection Gauss (s = 1, 3, 4, 5) and SRK3 are good", "stable_steps", good,
      "none", { value = above "1249999", source = "section 5.3, figure 14" })
claim("K13-barely-2", "... but not with two stages", "stable_steps", "gauss-2", "none",
      { value = below "9000", source = "section 5.3, figure 14" })
claim("K13-barely-6", "... nor with six: the energy error grows", "final_part:energy", "gauss-6", "none",
      { value = above "3", source = "section 5.3, figure 14" })
for name, methods in pairs(crash) do
  claim("K13-barely-" .. name, name .. " without projection crashes after one or a few thousand steps", "stable_steps",
        methods, "none", { value = below "9000" })
end
claim("K13-barely-IIIB-with", "IIIB with its null vector and two or four stages makes more than 9000 steps", "stable_steps",
      { "lobatto-iiib-iiia-2", "lobatto-iiib-iiia-4" }, "none", { value = above "9000", own = true })
-- Of the six methods a third is more than "mostly well" leaves.
claim("K13-barely-IIID-IIIE", "IIID and IIIE no longer work mostly well without projection: two of six do not", "stable_steps",
      { "lobatto-iiid-2", "lobatto-iiie-4" }, "none", { value = below "9000" })
claim("K14-barely", "the standard projection is worse than none", "largest:energy", good, "standard",
      { value = above "1", relative = { projection = "none" }, source = "section 5.3, figure 16",
        condition = "the run is long enough: it makes the energy drift" })
claim("K15-barely", "the symplectic projection is stable where the unprojected method is", "stable_steps", good,
      "symplectic", { value = above "1249999", source = "section 5.3, figure 18" })
claim("K15-barely-unstable", "... and unstable where it is unstable", "stable_steps",
      { "gauss-2", "lobatto-iiib-iiia-3", "lobatto-iiid-2", "lobatto-iiie-4" }, "symplectic",
      { value = below "9000", condition = "R(infinity) = -1, so that it undoes itself" })
for _, projection in ipairs { "symmetric", "midpoint" } do
  claim("K16-barely", "symmetric and midpoint projection are stable with Gauss and SRK3", "stable_steps", gauss,
        projection, { value = above "1249999", source = "section 5.3, figures 16 and 18" })
  for name, methods in pairs(lobatto) do
    claim("K16-barely-" .. name, "... but unstable with " .. name, "stable_steps", methods, projection,
          { value = below "9000", condition = "nowhere seen with R(infinity) as defined" })
  end
  claim("K16-barely-IIIC", "... and with IIIC", "stable_steps", "lobatto-iiic-*", projection, { value = below "9000" })
end

local data = { kind = "history", model = "guiding-centre-tokamak", precision = "double" }
local function figure(number, title, panels)
  local made = { name = "fig" .. number, title = title, source = "Kraus (2017), figure " .. number, panels = panels }
  for key, value in pairs(data) do made[key] = value end
  return made
end

local function unprojected()
  local panels = {}
  for _, method in ipairs { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3", "radau-iia-2", "radau-iia-3" } do
    table.insert(panels, { title = method .. ", orbit", kind = "orbit", axes = { "R", "Z" }, methods = method,
                           projection = "none" })
    for _, channel in ipairs { "energy", momentum } do
      table.insert(panels, { title = method .. ", " .. channel, channel = channel, methods = method, projection = "none",
                             joined = true })
    end
  end
  return panels
end

local function projected(...)
  local panels = {}
  for _, method in ipairs { "gauss-3", "gauss-4", "srk-3" } do
    for _, projection in ipairs { ... } do
      table.insert(panels, { title = method .. ", " .. projection, channel = "energy", methods = method,
                             projection = projection })
    end
  end
  return panels
end

-- What is refuted whatever the length of the runs, and what runs of the ordinary length are too short for.
local refuted, open = {}, {}
for _, id in ipairs {
  "K15-barely-unstable", "K16-barely-IIIA",
  "K16-barely-IIIB", "K16-barely-IIID", "K16-barely-IIIE",
} do
  table.insert(refuted, { id = id, verdict = "refuted" })
  table.insert(open, { id = id, verdict = "refuted" })
end
for _, id in ipairs {
  "K13-barely", "K13-barely-6", "K14-barely", "K15-barely", "K16-barely",
} do
  table.insert(open, { id = id, verdict = "inconclusive" })
end

return study {
  title       = "The barely trapped orbit of a guiding centre in a tokamak",
  source      = "Kraus (2017), section 5.3",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-trapped" },
  methods     = { "gauss-*", "srk-3", "lobatto-iii*", "without-null-vector:lobatto-iiib-iiia-2",
                  "without-null-vector:lobatto-iiib-iiia-3", "without-null-vector:lobatto-iiib-iiia-4", "radau-iia-*" },
  projections = "all",
  steps       = each { "3" },
  untilsteps  = 20000,
  history     = 500,
  precisions  = { "double" },
  measures    = { "stable_steps", "breakdown_step", "largest:energy", "largest:" .. momentum, "final_part:energy" },
  claims      = claims,
  expect      = open,
  figures     = {
    { name = "fig12", title = "Barely trapped", source = "Kraus (2017), figure 12", kind = "orbit", axes = { "R", "Z" },
      aspect = "equal", model = "guiding-centre-tokamak", precision = "double", methods = "gauss-4",
      projection = "symmetric" },
    figure(14, "Barely trapped, no projection", unprojected()),
    figure(16, "Barely trapped, standard and symmetric projection", projected("standard", "symmetric")),
    figure(18, "Barely trapped, symplectic and midpoint projection", projected("symplectic", "midpoint")),
  },
  full        = { untilsteps = 1250000, expect = refuted },
}
