-- A homogeneous ball that rolls on a plane which turns steadily: where they touch, the ball moves as the plane does.  Its
-- centre goes round a circle, with 2/7 of the angular velocity of the plane.  (x, y) is the point of contact; the Euler
-- angles of the ball turn about z, the line of nodes and the axis of the ball.
local function turning(q, v) -- the angular velocity, in space
  return { x = v.theta * cos(q.phi) + v.psi * sin(q.theta) * sin(q.phi),
           y = v.theta * sin(q.phi) - v.psi * sin(q.theta) * cos(q.phi), z = v.phi + v.psi * cos(q.theta) }
end

return model {
  title  = "Ball on a turntable",
  source = "Weltner (1979), Am. J. Phys. 47, 984; Neimark, Fufaev (1972), Dynamics of nonholonomic systems",
  kind   = "nonholonomic",                  -- L(q, v) and A(q) v + b(q) = 0
  coordinates = { "x", "y", "phi", "theta", "psi" },
  secular     = { "phi", "psi" },
  parameters  = { turntable = 1, radius = 1 },
  lagrangian  = function (q, v, c)
    local w = turning(q, v)
    return (v.x^2 + v.y^2) / 2 + c.radius^2 * (w.x^2 + w.y^2 + w.z^2) / 5
  end,
  constraints = function (q, v, c)
    local w = turning(q, v)
    return { v.x - c.radius * w.y + c.turntable * q.y, v.y + c.radius * w.x - c.turntable * q.x }
  end,
  invariants = {
    speed    = function (q, v, c) return v.x^2 + v.y^2 end,
    spin     = function (q, v, c) return turning(q, v).z end,
    ["centre-x"] = function (q, v, c) return q.x - v.y / (c.turntable * 2 / 7) end,
    ["centre-y"] = function (q, v, c) return q.y + v.x / (c.turntable * 2 / 7) end,
  },
  initial = { -- the second one precesses regularly about the axis of the plane
    default = { q = { 1, 0, "pi/2", "pi/2", 0 }, v = { "1/10", "1/4", "1/3", "1/10", "3/4" } },
    regular = { q = { 1, 0, "pi/2", "pi/2", 0 }, v = { 0, "2/7", "2/7", 0, "5/7" } },
  },
  step = "0.1",
}
