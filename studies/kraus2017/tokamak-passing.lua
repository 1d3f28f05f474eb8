-- The passing orbits of a guiding centre in a tokamak: Kraus (2017), section 5.3, figures 12, 13, 15, 17 and 30; claims
-- K11 and K13 to K16.
--
-- A run is stable as long as it has not broken down and its energy error has not exceeded 5 %.  Drifts of Gauss and SRK3:
-- tokamak-drift.lua; else the largest error of the last tenth of the run is more than three times that of the first.
-- IIIA and IIIB are the pairs IIIA-IIIB and IIIB-IIIA; without projection IIIB is what the paper has, the pair without its null
-- vector (lotka-volterra-crash.lua), whose first step cannot be made here.  IIID and IIIE are those of the paper's formula in
-- sigma, IIID = (IIIC + IIIC*)/2 and IIIE = (IIIA + IIIB)/2; by the line after it they are exchanged.  What is said of IIID is
-- said of IIIE too, so that it does not matter which is which.
local function stages(family) return { family .. "-2", family .. "-3", family .. "-4" } end
local others = { "gauss-*", "srk-3", "lobatto-iiid-*", "lobatto-iiie-*" }
local all   = { "gauss-*", "srk-3", "lobatto-iii*" }
local gauss = { "gauss-*", "srk-3" }
local radau = { "radau-iia-2", "radau-iia-3" }
local family = { IIIA = stages "lobatto-iiia-iiib", IIIB = stages "lobatto-iiib-iiia", IIIC = stages "lobatto-iiic" }
local good  = { "gauss-*", "srk-3", "lobatto-iiia-*", "lobatto-iiib-*", "lobatto-iiid-*", "lobatto-iiie-*" }
local momentum = "toroidal-momentum"

local claims = {}
local function claim(id, text, measure, methods, projection, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, projection
  what.source = what.own and "assay: measured" or "Kraus (2017), " .. (what.source or "section 5.3")
  what.length = what.length ~= false and "1250000" or nil -- false: what is said is not about a number of steps
  table.insert(claims, what)
end

claim("K13-passing", "passing orbits: without projection almost no method is stable", "stable_steps", others, "none",
      { value = below "20000", exceptions = "1/10", source = "section 5.3, figure 13" })
claim("K13-passing-momentum", "... and the toroidal momentum drifts", "largest:" .. momentum, gauss, "none",
      { value = above "0.01", source = "section 5.3, figure 13" })
claim("K13-passing-crash", "IIIA, IIIB (without its null vector) and IIIC without projection crash after a few or at best a few "
      .. "hundred steps (for most examples)", "stable_steps",
      { "lobatto-iiia-*", "lobatto-iiic-*", "without-null-vector:lobatto-iiib-iiia-2",
        "without-null-vector:lobatto-iiib-iiia-3", "without-null-vector:lobatto-iiib-iiia-4" }, "none",
      { value = below "500", exceptions = "1/4" })
claim("K13-passing-IIIB-with", "IIIB with its null vector makes more than a hundred steps", "stable_steps", family.IIIB, "none",
      { value = above "100", own = true })
claim("K14-passing", "the standard projection improves on no projection", "stable_steps", gauss, "standard",
      { value = above "1", relative = { projection = "none" }, source = "section 5.3, figure 15" })
claim("K15-passing", "the symplectic projection is unstable where the unprojected method is", "stable_steps", all,
      "symplectic", { value = below "20000", source = "section 5.3, figure 17" })
claim("K15-multiplier", "its multiplier grows until the projection is larger than the step", "largest:multiplier",
      "gauss-3", "symplectic",
      { value = above "0.17", source = "section 5.7, figure 30",
        condition = "larger than the step: than the largest velocity, 0.17" })
for _, projection in ipairs { "symmetric", "midpoint" } do
  claim("K16-passing", "symmetric and midpoint projection are stable with all methods but IIIC", "stable_steps", good,
        projection, { value = above "1249999", source = "section 5.3, figures 15 and 17" })
  claim("K16-passing-drift", "... and the energy does not drift with those of Lobatto either", "final_part:energy",
        { "lobatto-iiia-*", "lobatto-iiib-*", "lobatto-iiid-*", "lobatto-iiie-*" }, projection,
        { value = below "3", source = "section 5.3, figures 15 and 17" })
  claim("K16-passing-IIIC", "... but not with IIIC", "stable_steps", family.IIIC, projection, { value = below "1000" })
end
claim("K11-momentum", "Radau IIA keeps the toroidal momentum", "largest:" .. momentum, radau, "none",
      { length = false, value = below "1e-12", source = "section 5.3, figure 13" })
claim("K11-dissipation", "... but dissipates energy", "drift:energy", radau, "none",
      { length = false, value = below "0", condition = "nowhere here: it gains energy",
        source = "section 5.3, figure 13" })
claim("K11-error", "... with large errors for two stages", "energy_error", "radau-iia-2", "none",
      { length = false, value = above "0.05", source = "section 5.3, figure 13", condition = "large: 5 % of the energy" })
claim("K11-less", "... and smaller ones for three", "energy_error", "radau-iia-3", "none",
      { length = false, value = below "0.1", relative = { method = "radau-iia-2" }, source = "section 5.3, figure 13",
        condition = "smaller: a tenth" })

local data = { kind = "history", model = "guiding-centre-tokamak", initial = "barely-passing", precision = "double" }
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
    table.insert(panels, { title = method .. ", energy error", channel = "energy", methods = method,
                           projection = "none", joined = true })
    table.insert(panels, { title = method .. ", toroidal momentum", channel = momentum, methods = method,
                           projection = "none", joined = true })
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

local function components()
  local panels = {}
  for _, name in ipairs { "R", "Z", "phi", "u" } do
    table.insert(panels, { title = "Component " .. name, channel = "multiplier:" .. name, methods = "gauss-3",
                           projection = "symplectic" })
  end
  return panels
end

-- What is refuted whatever the length of the runs, and what runs of the ordinary length are too short for.
local refuted, open = {}, {}
for _, id in ipairs {
  "K11-dissipation",
} do
  table.insert(refuted, { id = id, verdict = "refuted" })
  table.insert(open, { id = id, verdict = "refuted" })
end
for _, id in ipairs {
  "K15-passing", "K16-passing", "K16-passing-drift",
} do
  table.insert(open, { id = id, verdict = "inconclusive" })
end

-- The exception that "most examples" leaves.
for _, list in ipairs { refuted, open } do
  table.insert(list, { id = "deeply-passing/lobatto-iiia-iiib-4/none/double/stable_steps", verdict = "refuted" })
end

return study {
  title       = "Passing orbits of a guiding centre in a tokamak",
  source      = "Kraus (2017), sections 5.3 and 5.7",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-passing", "deeply-passing" },
  methods     = { "gauss-*", "srk-3", "lobatto-iii*", "without-null-vector:lobatto-iiib-iiia-2",
                  "without-null-vector:lobatto-iiib-iiia-3", "without-null-vector:lobatto-iiib-iiia-4", "radau-iia-*" },
  projections = "all",
  steps       = each { "2.5" },
  untilsteps  = 20000,
  history     = 800, -- an odd number of steps each: where the solution has two branches, both are seen
  precisions  = { "double" },
  measures    = { "stable_steps", "breakdown_step", "energy_error", "largest:" .. momentum, "largest:multiplier",
                  "final_part:energy", "drift:energy" },
  claims      = claims,
  expect      = open,
  figures     = {
    { name = "fig12", title = "Guiding centre orbits", source = "Kraus (2017), figure 12", kind = "orbit",
      axes = { "R", "Z" }, aspect = "equal", model = "guiding-centre-tokamak", precision = "double", methods = "gauss-4",
      projection = "symmetric",
      panels = {
        { title = "Deeply passing", initial = "deeply-passing" }, { title = "Barely passing", initial = "barely-passing" },
      } },
    figure(13, "Barely passing, no projection", unprojected()),
    figure(15, "Barely passing, standard and symmetric projection", projected("standard", "symmetric")),
    figure(17, "Barely passing, symplectic and midpoint projection", projected("symplectic", "midpoint")),
    figure(30, "The multiplier of the symplectic projection, Gauss, s = 3", components()),
  },
  full        = { untilsteps = 1250000, expect = refuted },
}
