-- Long runs of the Lotka-Volterra model, Kraus (2017), section 5.1, figures 8 to 10: claims K10 and K11 for the methods
-- that the figures show.  What is said of a number of steps: lotka-volterra-long.lua.
--
-- What "stable" means is not said: here a run is stable as long as it has not broken down and its energy error has not
-- exceeded 5 %.
local every = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" }
local radau = { "radau-iia-2", "radau-iia-3" }

local claims = {}
local function claim(id, text, measure, methods, projection, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, projection
  what.source = what.source or "Kraus (2017), section 5.1"
  what.length = what.length ~= false and "10000000" or nil -- false: what is said is not about a number of steps
  table.insert(claims, what)
end

for _, projection in ipairs { "standard", "symmetric", "symplectic", "midpoint" } do
  claim("K10", "every projection makes Gauss and SRK3 stable", "stable_steps", every, projection,
        { value = above "9999999", source = "Kraus (2017), section 5.1, figures 9 and 10" })
end
for _, projection in ipairs { "standard", "symplectic", "midpoint" } do
  claim("K10-" .. projection, "the " .. projection .. " projection is comparable to the symmetric one", "energy_error",
        every, projection, { value = between("0.1", "10"), relative = { projection = "symmetric" },
                             source = "Kraus (2017), section 5.1, figures 9 and 10" })
end

claim("K11", "Radau IIA keeps the Dirac constraint", "largest:constraint", radau, "none",
      { length = false, value = below "1e-12", source = "Kraus (2017), section 5.1, figure 8" })
claim("K11-dissipation", "... but dissipates energy", "drift:energy", radau, "none",
      { length = false, value = below "0",
        condition = "two stages on the explicit equations; as a method for q and p it gains energy" })
-- "Large": ten times that of a method that keeps the energy, and more.
claim("K11-error", "... with large errors in the solution", "energy_error", radau, "none",
      { length = false, value = above "10", relative = { method = "gauss-3" } })

local function panels_of(projections, methods)
  local panels = {}
  for _, method in ipairs(methods) do -- the order of the paper's letters
    for _, projection in ipairs(projections) do
      table.insert(panels, { title = method .. ", " .. projection, methods = method, projection = projection })
    end
  end
  return panels
end

local figure8 = {}
for _, method in ipairs { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3", "radau-iia-2", "radau-iia-3" } do
  table.insert(figure8, { title = method .. ", orbit", kind = "orbit", axes = { "q1", "q2" }, methods = method })
  table.insert(figure8, { title = method .. ", energy error", methods = method, channel = "energy", joined = true })
  table.insert(figure8, { title = method .. ", constraint", methods = method, channel = "constraint", joined = true })
end

local function figure(number, title, projections)
  return { name = "fig" .. number, title = title, source = "Kraus (2017), figure " .. number, kind = "history",
           channel = "energy", model = "lotka-volterra", precision = "double",
           panels = panels_of(projections, { "gauss-3", "gauss-4", "srk-3" }) }
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
  "K10", "K10-standard", "K10-symplectic", "K10-midpoint",
} do
  table.insert(open, { id = id, verdict = "inconclusive" })
end

return study {
  title       = "Long runs of the Lotka-Volterra model",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3", "radau-iia-2", "radau-iia-3" },
  projections = "all",
  steps       = each { "0.1" },
  untilsteps  = 500000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "stable_steps", "energy_error", "largest:constraint", "drift:energy" },
  claims      = claims,
  expect      = open,
  figures     = {
    { name = "fig8", title = "No projection: energy error and constraint", source = "Kraus (2017), figure 8",
      kind = "history", model = "lotka-volterra", precision = "double", projection = "none", panels = figure8 },
    figure(9, "Energy error with the standard and the symmetric projection", { "standard", "symmetric" }),
    figure(10, "Energy error with the symplectic and the midpoint projection", { "symplectic", "midpoint" }),
  },
  full        = { untilsteps = 10000000, expect = refuted },
}
