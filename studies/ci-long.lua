-- A gate of some seconds: twenty thousand steps of a few methods with every projection.
--
-- A run is stable as long as it has not broken down and its energy error has not exceeded 5 %.  Without projection, and
-- with the symplectic one, which does not change the method inside, a run may leave the constraint and break down: the charged particle does.
local claims = {}
local function claim(id, model, measure, methods, projections, what)
  for _, projection in ipairs(projections) do
    local made = { id = id, model = model, measure = measure, methods = methods, projection = projection }
    for key, value in pairs(what) do made[key] = value end
    made.source = made.source or "Kraus (2017), sections 5.1, 5.2"
    table.insert(claims, made)
  end
end
local gauss, all = { "gauss-1", "gauss-2" }, { value = above "20000" }
local own = { "point-vortices", "guiding-centre-symmetric", "lotka-volterra" }

claim("stable", nil, "stable_steps", gauss, { "standard", "symmetric", "midpoint" }, all)
for _, model in ipairs(own) do claim("stable", model, "stable_steps", gauss, { "symplectic" }, all) end
claim("stable", "point-vortices", "stable_steps", gauss, { "none" }, all)
claim("stable", "guiding-centre-symmetric", "stable_steps", gauss, { "none" }, all)
claim("stable", "lotka-volterra", "stable_steps", { "gauss-1" }, { "none" }, all)
claim("leaves", "massless-charged-particle", "stable_steps", { "gauss-1" }, { "none", "symplectic" },
      { value = below "15000", source = "measured: at t = 780 and 970" })

claim("drifts", "point-vortices", "final_part:energy", gauss, { "standard" }, { value = above "1.5" })
claim("drifts", "point-vortices", "drift:energy", gauss, { "standard" }, { value = above "1e-9" })
claim("steady", "point-vortices", "final_part:energy", gauss, { "symmetric", "symplectic", "midpoint" },
      { value = below "1.2" })
claim("steady", "lotka-volterra", "final_part:energy", gauss, { "standard", "symmetric", "symplectic", "midpoint" },
      { value = below "1.2" })
claim("as-good", "guiding-centre-symmetric", "energy_error", { "gauss-1" }, { "standard" },
      { value = below "2", relative = { projection = "symmetric" }, source = "it is not" })

claim("radau", "lotka-volterra", "stable_steps", { "radau-iia-2" }, { "none" }, { value = below "15000" })
claim("radau", "point-vortices", "stable_steps", { "radau-iia-2" }, { "none" }, { value = below "8000" })
claim("radau", "guiding-centre-symmetric", "drift:energy", { "radau-iia-2" }, { "none" }, { value = between("-6e-8", "-1.5e-8") })
claim("rk4", "point-vortices", "final_part:energy", { "rk4" }, { "none" }, { value = above "3" })
claim("rk4", "guiding-centre-symmetric", "final_part:energy", { "rk4" }, { "none" }, { value = above "3" })
claim("cost", nil, "cost", gauss, { "standard" }, { value = between("1", "3"), relative = { projection = "symmetric" } })
claim("cost", nil, "cost", { "rk4" }, { "none" }, { value = between("0.5", "2") })

return study {
  title       = "Twenty thousand steps",
  source      = "",
  models      = { "point-vortices", "massless-charged-particle", "guiding-centre-symmetric", "lotka-volterra" },
  methods     = { "gauss-1", "gauss-2", "radau-iia-2", "rk4" },
  projections = "all",
  steps       = {
    ["point-vortices"] = each { "0.1" }, ["massless-charged-particle"] = each { "0.1" },
    ["guiding-centre-symmetric"] = each { "10" }, ["lotka-volterra"] = each { "0.1" },
  },
  untilsteps  = 20000,
  history     = 100,
  precisions  = { "double" },
  measures    = { "stable_steps", "drift:energy", "final_part:energy", "energy_error", "cost" },
  verdicts    = 73,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = { { id = "as-good", verdict = "refuted" } },
}
