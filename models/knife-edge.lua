-- A blade on a level plane, which turns freely and moves only along itself: phi is where it points, (x, y) where it is.
local function ratio(q0, v0) return v0.x / (cos(q0.phi) * v0.phi) end

return model {
  title  = "Knife edge on a plane",
  source = "Bloch, Fernandez, Mestdag (2009), Rep. Math. Phys. 63, 225-249; Fernandez (2010)",
  kind   = "nonholonomic",                  -- L(q, v) and A(q) v = 0; here of a class: inertias and A_a(r1)
  coordinates  = { "phi", "x", "y" },       -- r1, r2, s: s' = -A(r1) r2'; |phi| < pi/2
  secular      = { "phi" },
  inertias     = function () return { 1, 1, 1 } end,
  coefficients = function (q) return { -tan(q.phi) } end,
  invariants   = { turning = function (q, v) return v.phi end, speed = function (q, v) return v.x / cos(q.phi) end },
  exact = function (q0, v0, c, t)
    local phi, radius = q0.phi + v0.phi * t, ratio(q0, v0)
    return { phi, q0.x + radius * (sin(phi) - sin(q0.phi)), q0.y - radius * (cos(phi) - cos(q0.phi)),
             v0.phi, radius * v0.phi * cos(phi), radius * v0.phi * sin(phi) }
  end,
  initial = {
    default = { q = { "0.3", 0, 0 }, v = { 1, 1, "sin(0.3)/cos(0.3)" } },
    slow    = { q = { "0.3", 0, 0 }, v = { "1/2", 1, "sin(0.3)/cos(0.3)" } },
  },
  step = "0.1",
}
