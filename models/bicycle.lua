-- A vehicle of two wheels in the plane: (x, y) is the front wheel, theta the direction of the vehicle, whose length is
-- L, and phi that of the front wheel.  Neither wheel slips sideways: g_1 . q' = 0 says so of the front wheel, g_2 . q' = 0
-- of the back wheel, at (x - L cos theta, y - L sin theta).  Its motions are geodesics of what this leaves.
-- The data: a push to the side; the straight line (figure 7); the circle (figures 4 and 8 to 11), where x = L cos t,
-- y = L sin t, theta = t, phi = t + pi/2 and l = (0, -L); the circle with the front wheel turned by 1e-6, to either side.
--
-- The multipliers solve (G M^-1 G^T) l = -G M^-1 p, with a = alpha the moment of inertia of the vehicle:
--
--     l1 + cos(theta - phi) l2 = -(sin phi p_x - cos phi p_y)
--     cos(theta - phi) l1 + (1 + L^2/a) l2 = -(sin theta p_x - cos theta p_y + L p_theta/a)
local function multipliers(q, p, c)
  local off, last = cos(q.theta - q.phi), 1 + c.L^2/c.alpha
  local first, second = cos(q.phi)*p.y - sin(q.phi)*p.x, cos(q.theta)*p.y - sin(q.theta)*p.x - c.L*p.theta/c.alpha
  local det = last - off^2
  return (last*first - off*second)/det, (second - off*first)/det
end
-- |l - (0, -L)|^2, the distance from the multipliers of the circle
local function departure(q, p, c)
  local l1, l2 = multipliers(q, p, c)
  return l1^2 + (l2 + c.L)^2
end

return model {
  title  = "Bicycle",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), section 5, eq. (36)-(41)",
  kind   = "index-one",
  coordinates = { "x", "y", "theta", "phi" },
  secular     = { "x", "y", "theta", "phi" },
  parameters  = { L = "0.3", alpha = 1, beta = 1 },
  mass = function (q, c)
    return { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, c.alpha, 0 }, { 0, 0, 0, c.beta } }
  end,
  velocity_constraints = function (q, c)
    return { { sin(q.phi), -cos(q.phi), 0, 0 }, { sin(q.theta), -cos(q.theta), c.L, 0 } }
  end,
  invariants = {
    ["momentum-x"] = function (q, p) return p.x end,
    ["momentum-y"] = function (q, p) return p.y end,
    ["angular-momentum"] = function (q, p) return q.x*p.y - q.y*p.x + p.theta + p.phi end,
  },
  sections = {                                                         -- where the multipliers leave those of the circle
    leaves = function (q, p, c) return { departure(q, p, c) - "1e-4", departure(q, p, c) } end,
    returns = function (q, p, c) return { "1e-4" - departure(q, p, c), departure(q, p, c) } end,
    ["theta-turns"] = function (q, p, c)                               -- theta' = (p_theta + L l2)/alpha comes to be < 0
      local l1, l2 = multipliers(q, p, c)
      return { -p.theta - c.L*l2, q.theta }
    end,
    ["phi-turns"] = function (q, p, c) return { -p.phi, q.phi } end,
  },
  reversal = function (q, p) return { q.x, q.y, q.theta, q.phi, -p.x, -p.y, -p.theta, -p.phi } end,
  initial = {
    default  = "reversal",
    reversal = { q = { "0.15", 0, 0, "pi/4" }, p = { 0, 1, 0, 0 } },
    line     = { q = { "0.15", 0, 0, 0 }, p = { 1, 0, 0, 0 } },
    circle   = { q = { "0.3", 0, 0, "pi/2" }, p = { 0, 0, "1.09", 1 } },
    inside   = { q = { "0.3", 0, 0, "pi/2 + 1e-6" }, p = { 0, 0, "1.09", 1 } },
    outside  = { q = { "0.3", 0, 0, "pi/2 - 1e-6" }, p = { 0, 0, "1.09", 1 } },
  },
  step = "0.1",
}
