-- How errors of energy and r1' grow, over ensembles of 64 perturbed trajectories: what is bounded and what drifts in
-- long.lua, as exponents of time.  The step is small, so that what rolls has lost but a part of its energy at the end:
-- a drift is then in proportion to time.  32 768 steps take a quarter of a minute; --full takes 1 048 576 of a tenth of the
-- size, some five minutes on two cores.  million.lua takes a pair of methods over all of these in the ordinary run.
local alphas, forms = { "0", "1/3", "1/2", "1" }, { "first", "second" }
local methods, claims = {}, {}
local function claim(id, text, measure, method, growth)
  table.insert(claims, { id = id, text = text, measure = measure, methods = { method }, projection = "none", grows = growth,
                         precision = "double", source = "Fernandez (2010)" })
end

for _, alpha in ipairs(alphas) do
  table.insert(methods, "dla:" .. alpha)
  if alpha ~= "1/2" then
    claim("F5-dla-drift", "the energy of the nonholonomic integrator drifts unless alpha = 1/2", "growth:energy",
          "dla:" .. alpha, "secular")
  end
  for _, form in ipairs(forms) do
    local free = "variational:" .. alpha .. ":" .. form
    table.insert(methods, free)
    claim("F5-growth", "the energy error of the variational integrator is bounded for every alpha", "growth:energy", free,
          "bounded")
    claim("F5-momentum", "... and so is that of r1', the momentum of the turning", "growth:turning", free, "bounded")
  end
end

return study {
  title       = "Growth of the errors of energy and momentum",
  source      = "Fernandez (2010)",
  models      = { "modulated-disk" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.01" },
  untilsteps  = 32768,
  precisions  = { "double" },
  measures    = { "growth:energy", "growth:turning" },
  claims      = claims,
  full        = { untilsteps = 1048576, steps = each { "0.001" } },
}
