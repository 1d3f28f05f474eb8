-- A disk of radius 1 that rolls upright without slipping: phi is where it heads, theta how far it has rolled, (x, y)
-- where it touches.  It runs on circles of radius v/u, of which (x, y) of the slides is the centre.
local function turned(q0, v0, t) return q0.phi + v0.phi * t end

return model {
  title  = "Vertical rolling disk",
  source = "Fernandez (2010), Hamiltonization and Variational Integrators",
  kind   = "nonholonomic",                     -- L(q, v) and A(q) v = 0; here of a class: inertias and A_a(r1)
  coordinates  = { "phi", "theta", "x", "y" }, -- r1, r2, s: s' = -A(r1) r2'
  secular      = { "phi", "theta" },
  inertias     = function () return { 1, 1, 1, 1 } end,
  coefficients = function (q) return { -cos(q.phi), -sin(q.phi) } end,
  invariants   = { turning = function (q, v) return v.phi end },
  constants    = function () return { 1, -1, -1 } end, -- C2, Cx, Cy of the first form
  exact = function (q0, v0, c, t)
    local phi, radius = turned(q0, v0, t), v0.theta / v0.phi
    return { phi, q0.theta + v0.theta * t,
             q0.x + radius * (sin(phi) - sin(q0.phi)), q0.y - radius * (cos(phi) - cos(q0.phi)),
             v0.phi, v0.theta, v0.theta * cos(phi), v0.theta * sin(phi) }
  end,
  initial = {
    default          = { q = { "0.3", 0, 0, 0 }, v = { 1, 1, "cos(0.3)", "sin(0.3)" } }, -- u = v = 1
    ["fast-roll"]    = { q = { "0.3", 0, 0, 0 }, v = { 1, 2, "2*cos(0.3)", "2*sin(0.3)" } },
    ["slow-roll"]    = { q = { "0.3", 0, 0, 0 }, v = { 1, "1/2", "cos(0.3)/2", "sin(0.3)/2" } },
    ["slow-turn"]    = { q = { "0.3", 0, 0, 0 }, v = { "1/2", 1, "cos(0.3)", "sin(0.3)" } },
    ["slow-both"]    = { q = { "0.3", 0, 0, 0 }, v = { "1/2", "1/2", "cos(0.3)/2", "sin(0.3)/2" } },
  },
  step = "0.1",
}
