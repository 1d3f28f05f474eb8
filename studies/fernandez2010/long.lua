-- A million steps with every alpha on a member of the class that has no singular angle: Fernandez (2010), claims F2 and F5
-- over long times.
-- A run is stable as long as it has not broken down and its energy error has not exceeded 5 %.
--
-- The nonholonomic integrator multiplies r2' by a factor other than 1 in each step unless alpha = 1/2: for alpha = 0 and
-- 1/3 what rolls comes to rest, for alpha = 1 it runs away.
local alphas, forms = { "0", "1/3", "1/2", "1" }, { "first", "second" }
local methods, claims, panels = {}, {}, {}
local function claim(id, text, measure, method, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, { method }, "none"
  what.source, what.length = what.own and "assay: measured" or "Fernandez (2010)", "1000000"
  table.insert(claims, what)
end

for _, alpha in ipairs(alphas) do
  local dla, all = "dla:" .. alpha, {}
  table.insert(all, dla)
  if alpha == "1/2" then
    claim("F5-half", "with alpha = 1/2 the energy error of the nonholonomic integrator stays bounded, too", "final_part:energy",
          dla, { value = below "3", own = true })
    claim("F5-half", "... and is smaller than that of the variational ones", "largest:energy", dla,
          { value = below "1", sharp = true, relative = { method = "variational:1/2:first" }, own = true })
  else
    claim("F5-dla", "the nonholonomic integrator is not stable when alpha changes", "stable_steps", dla,
          { value = below "100000" })
  end
  for _, form in ipairs(forms) do
    local free = "variational:" .. alpha .. ":" .. form
    table.insert(all, free)
    claim("F5", "the variational integrator is stable when alpha changes", "stable_steps", free,
          { value = above "999999" })
    claim("F5-bounded", "... and its energy error stays bounded", "final_part:energy", free, { value = below "3" })
    if alpha == "0" then
      claim("F2-million", "over a million steps the variational integrator preserves the energy better", "largest:energy",
            free, { value = below "1", relative = { method = dla } })
    end
  end
  table.insert(panels, { title = "alpha = " .. alpha, methods = all })
  for _, method in ipairs(all) do table.insert(methods, method) end
end

return study {
  title       = "A million steps with every alpha",
  source      = "Fernandez (2010)",
  models      = { "modulated-disk" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 1000000,
  history     = 100,
  precisions  = { "double" },
  measures    = { "stable_steps", "breakdown_step", "final_part:energy", "largest:energy" },
  claims      = claims,
  figures     = {
    { name = "long-energy", title = "Energy error over a million steps", source = "Fernandez (2010)", kind = "history",
      channel = "energy", model = "modulated-disk", precision = "double", projection = "none", panels = panels },
  },
}
