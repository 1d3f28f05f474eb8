-- Long runs of the Lotka-Volterra model, Kraus (2017), section 5.1, figures 8 to 10: claims K5, K9, K10 and K11 for the
-- methods that the figures show.
--
-- What "stable" means is not said: here a run is stable as long as it has not broken down and its energy error has not
-- exceeded 5 %.  Where the energy error oscillates far above round-off, a drift of 1e-12 cannot be seen; there it is
-- asked whether the error has grown at all.  The paper makes 10^7 steps: `assay reproduce kraus2017 --full`.
local every = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" }
local odd   = { "gauss-1", "gauss-3", "srk-3" }
local radau = { "radau-iia-2", "radau-iia-3" }

local claims = {}
local function claim(id, text, measure, methods, projection, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, projection
  what.source = what.source or "Kraus (2017), section 5.1"
  table.insert(claims, what)
end

claim("K5", "Gauss with an odd number of stages and SRK3 are stable without projection", "stable_steps", odd, "none",
      { value = above "500000", source = "Kraus (2017), section 5.1, figure 8" })
claim("K5-long", "... for 10 million steps", "first_energy_step", odd, "none", { value = above "10000000" })
claim("K5-constraint", "... and their error in the Dirac constraint stays bounded", "final_part:constraint", odd, "none",
      { value = below "3", source = "Kraus (2017), section 5.1, figure 8" })

-- 1e-12 in 10^7 steps of 0.1 is 1e-18 per unit of time; of that order: a decade.
claim("K9", "standard projection: the energy drifts by about 1e-12 in 10 million steps", "drift:energy", { "gauss-4" },
      "standard", { value = between("-1e-17", "1e-17"), source = "Kraus (2017), section 5.1, figure 9",
                    condition = "s = 4, whose energy error is near round-off, drifts more; split coefficients do not help" })
claim("K9-bounded", "standard projection: no visible drift of the energy", "final_part:energy",
      { "gauss-1", "gauss-2", "gauss-3", "srk-3" }, "standard", { value = below "1.1" })

for _, projection in ipairs { "standard", "symmetric", "symplectic", "midpoint" } do
  claim("K10", "every projection makes Gauss and SRK3 stable", "stable_steps", every, projection,
        { value = above "500000", source = "Kraus (2017), section 5.1, figures 9 and 10" })
end
for _, projection in ipairs { "standard", "symplectic", "midpoint" } do
  claim("K10-" .. projection, "the " .. projection .. " projection is comparable to the symmetric one", "energy_error",
        every, projection, { value = between("0.1", "10"), relative = { projection = "symmetric" },
                             source = "Kraus (2017), section 5.1, figures 9 and 10" })
end

claim("K11", "Radau IIA keeps the Dirac constraint", "largest:constraint", radau, "none",
      { value = below "1e-12", source = "Kraus (2017), section 5.1, figure 8" })
claim("K11-dissipation", "... but dissipates energy", "drift:energy", radau, "none",
      { value = below "0", condition = "two stages on the explicit equations; as a method for q and p it gains energy" })
claim("K11-error", "... with large errors in the solution", "energy_error", radau, "none",
      { value = above "0.05", condition = "more than 5 % of the energy within the run: two stages" })

local function panels_of(projections, methods)
  local panels = {}
  for _, projection in ipairs(projections) do
    for _, method in ipairs(methods) do
      table.insert(panels, { title = method .. ", " .. projection, methods = method, projection = projection })
    end
  end
  return panels
end

local figure8 = {}
for _, method in ipairs { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3", "radau-iia-2", "radau-iia-3" } do
  table.insert(figure8, { title = method .. ", orbit", kind = "orbit", axes = { "q1", "q2" }, methods = method })
  table.insert(figure8, { title = method .. ", energy error", methods = method, channel = "energy" })
  table.insert(figure8, { title = method .. ", constraint", methods = method, channel = "constraint" })
end

local function figure(number, title, projections)
  return { name = "fig" .. number, title = title, source = "Kraus (2017), figure " .. number, kind = "history",
           channel = "energy", model = "lotka-volterra", precision = "double",
           panels = panels_of(projections, { "gauss-3", "gauss-4", "srk-3" }) }
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
  measures    = { "stable_steps", "first_energy_step", "energy_error", "largest:constraint", "final_part:constraint",
                  "drift:energy", "final_part:energy" },
  claims      = claims,
  expect      = {
    { id = "K5-long", verdict = "inconclusive" },
    { id = "K9", verdict = "refuted" },
    { id = "K11-dissipation", verdict = "refuted" },
    { id = "K11-error", verdict = "refuted" },
  },
  figures     = {
    { name = "fig8", title = "No projection: energy error and constraint", source = "Kraus (2017), figure 8",
      kind = "history", model = "lotka-volterra", precision = "double", projection = "none", panels = figure8 },
    figure(9, "Energy error with the standard and the symmetric projection", { "standard", "symmetric" }),
    figure(10, "Energy error with the symplectic and the midpoint projection", { "symplectic", "midpoint" }),
  },
  full        = { untilsteps = 10000000 },
}
