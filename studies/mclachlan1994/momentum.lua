-- Momentum maps over 10^6 steps: McLachlan and Scovel (1994), theorem 2 and section 6; claims S1, S4 and S7.  What is
-- preserved exactly changes by round-off alone.  RK4, which does not preserve it, is there for contrast: of the axially
-- symmetric top even RK4 does, where m12' = 0.
local measures, taken = {}, {}
local steps, claims = { "rattle", "reich" }, {}
local function claim(id, text, model, name, methods, value)
  if not taken[name] then
    taken[name] = true
    table.insert(measures, "largest:" .. name)
  end
  table.insert(claims, { id = id, text = text, model = model, methods = methods or steps, projection = "none",
                         measure = "largest:" .. name, value = value or below "1e-12",
                         source = "McLachlan, Scovel (1994), theorem 2 and section 6" })
end

for model, pairs_of_axes in pairs { ["rigid-body"] = { "12", "13", "23" },
                                    ["rigid-body-4"] = { "12", "13", "14", "23", "24", "34" } } do
  for _, axes in ipairs(pairs_of_axes) do
    claim("S1-momentum-long", "the momentum in space is preserved over a million steps", model, "momentum-" .. axes)
  end
  claim("S1-momentum-rk4", "RK4 does not preserve it", model, "momentum-12", { "rk4" }, above "1e-6")
end
claim("S4-long", "m12 is preserved over a million steps", "lagrange-top", "spin")
claim("S7-long", "the angular momentum about the vertical is preserved over a million steps", "double-spherical-pendulum",
      "vertical-momentum")

return study {
  title       = "Momentum maps over a million steps",
  source      = "McLachlan, Scovel (1994), section 6",
  models      = { "rigid-body", "rigid-body-4", "lagrange-top", "double-spherical-pendulum" },
  methods     = { "rattle", "reich", "rk4" },
  projections = { "none" },
  steps       = each { "0.05" },
  untilsteps  = 1000000,
  history     = 200,
  precisions  = { "double" },
  measures    = measures,
  claims      = claims,
  figures     = {
    { name = "momentum", title = "The momentum about the vertical over a million steps, double spherical pendulum",
      source = "McLachlan, Scovel (1994), section 6.3", kind = "history", channel = "vertical-momentum",
      model = "double-spherical-pendulum", precision = "double", methods = { "rattle", "reich" } },
  },
}
