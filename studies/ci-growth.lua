-- A gate of a few seconds: how the energy error grows, from ensembles of 64 trajectories over some thousand steps.
--
-- With the other projections it is bounded where it is not round-off alone; it grows in proportion to time with the
-- explicit method and with the standard projection, on Lotka-Volterra with none.
local claims = {}
local function claim(id, model, method, projections, growth, source)
  for _, projection in ipairs(projections) do
    table.insert(claims, { id = id, model = model, methods = method, projection = projection, grows = growth,
                           measure = "growth:energy", source = source })
  end
end
local paper = "Kraus (2017), sections 5.1, 5.2"

claim("bounded", "point-vortices", "gauss-1", { "none", "symmetric", "symplectic", "midpoint" }, "bounded", paper)
claim("bounded", "guiding-centre-symmetric", "gauss-1", { "none", "symplectic" }, "bounded", paper)
claim("bounded", "massless-charged-particle", "gauss-1", { "symmetric", "midpoint" }, "bounded", paper)
claim("bounded", "lotka-volterra", "gauss-1", { "none", "standard", "symmetric", "symplectic", "midpoint" }, "bounded",
      paper)
claim("standard", "guiding-centre-symmetric", "gauss-1", { "standard" }, "bounded", "what section 5.1 finds, elsewhere")
claim("rk4", "point-vortices", "rk4", { "none" }, "secular", "neither symmetric nor symplectic")
claim("rk4", "guiding-centre-symmetric", "rk4", { "none" }, "secular", "neither symmetric nor symplectic")

return study {
  title       = "Growth of the energy error",
  source      = "",
  models      = { "point-vortices", "massless-charged-particle", "guiding-centre-symmetric", "lotka-volterra" },
  methods     = { "gauss-1", "rk4" },
  projections = "all",
  steps       = {
    ["point-vortices"] = each { "0.1" }, ["massless-charged-particle"] = each { "0.1" },
    ["guiding-centre-symmetric"] = each { "10" }, ["lotka-volterra"] = each { "0.1" },
  },
  untilsteps  = 1024,
  history     = 32,
  precisions  = { "double" },
  measures    = { "growth:energy" },
  verdicts    = 16,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = { { id = "standard", verdict = "refuted" } },
}
