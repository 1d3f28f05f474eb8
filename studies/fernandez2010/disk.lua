-- The rolling disk before its heading reaches pi/2, where both Hamiltonized Lagrangians are singular: Fernandez (2010),
-- claims F1 to F5.  The slides compare orbits, energies and constraints by eye, for one u = phi', v = theta' and one form
-- of the Lagrangian that they do not name; here u and v, alpha and the form vary.
--
-- The nonholonomic integrator turns theta' by the factor (1 + cos((1 - alpha) h u))/(1 + cos(alpha h u)) in each step and
-- keeps phi' exactly; the variational one keeps theta' (second form) or theta'/phi' (first form) and errs in phi'.
local alphas, forms = { "0", "1/3", "1/2", "1" }, { "first", "second" }
local methods, claims = {}, {}
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source = "Fernandez (2010)"
  table.insert(claims, what)
end

for _, alpha in ipairs(alphas) do
  local dla, part = "dla:" .. alpha, alpha == "0" and "" or "-alpha"
  table.insert(methods, dla)
  claim("F4-dla", "the nonholonomic integrator keeps the discrete constraint", "constraint_error:omega", dla,
        { value = below "1e-12" })
  for _, form in ipairs(forms) do
    local free = "variational:" .. alpha .. ":" .. form
    table.insert(methods, free)
    claim("F1" .. part, "the variational integrator is nearer to the exact solution than the nonholonomic one",
          "solution_error", free, { value = below "1", relative = { method = dla } })
    claim("F2" .. part, "... and its energy error is smaller", "energy_error", free,
          { value = below "1", relative = { method = dla } })
    claim("F3", "the variational integrator does not keep the discrete constraint exactly", "constraint_error:omega", free,
          { value = above "1e-12", condition = "the second form; the first keeps it to round-off" })
    for _, where in ipairs { "post", "inside" } do
      local constrained = "variational-constrained:" .. alpha .. ":" .. where .. ":" .. form
      table.insert(methods, constrained)
      claim("F4", "the constrained variational integrator keeps the discrete constraint", "constraint_error:omega",
            constrained, { value = below "1e-12" })
      claim("F4-accuracy", "... and its solution is as accurate as that of the variational one, up to a tenth",
            "solution_error", constrained, { value = below "1.1", relative = { method = free } })
    end
  end
end

local function panels(channel)
  local made = {}
  for _, alpha in ipairs(alphas) do
    table.insert(made, { title = "alpha = " .. alpha,
                         methods = { "dla:" .. alpha, "variational:" .. alpha .. ":first",
                                     "variational:" .. alpha .. ":second",
                                     "variational-constrained:" .. alpha .. ":post:second" } })
  end
  return made
end

return study {
  title       = "Orbits, energy and constraints of the rolling disk",
  source      = "Fernandez (2010)",
  models      = { "vertical-disk" },
  initial     = { "default", "fast-roll", "slow-roll", "slow-turn", "slow-both" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 10,
  history     = 10,
  precisions  = { "double" },
  measures    = { "solution_error", "energy_error", "constraint_error:omega" },
  claims      = claims,
  figures     = {
    { name = "orbit", title = "Orbits of the rolling disk", source = "Fernandez (2010)", kind = "orbit",
      model = "vertical-disk", axes = { "x", "y" }, precision = "double", projection = "none", panels = panels() },
    { name = "energy", title = "Energy error of the rolling disk", source = "Fernandez (2010)", kind = "history",
      channel = "energy", model = "vertical-disk", precision = "double", projection = "none", panels = panels() },
    { name = "constraint", title = "Discrete constraint of the rolling disk", source = "Fernandez (2010)", kind = "history",
      channel = "constraint", model = "vertical-disk", precision = "double", projection = "none", panels = panels() },
  },
}
