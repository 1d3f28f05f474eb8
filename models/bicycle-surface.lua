-- The bicycle of bicycle.lua on a surface, of height V = height + depth cos r, r the distance of the vehicle's midpoint from
-- the origin, where the data start: `bowl` is -cos r (figures 3, 5 and 6), `hill` 1 + cos r (figure 2).
--
-- cos r is an even function and smooth at r = 0, where sqrt(r^2) is not: 1 - cos r is made from s = r^2 by the series of
-- 1 - cos(r/64) in s, to beyond 60 digits for r < 16, and six times 1 - cos 2a = 2 v (2 - v), v = 1 - cos a.
local function one_minus_cosine(s)
  local a, v = s / 4096, 0
  for k = 18, 1, -1 do
    v = a * (1 - v) / ((2*k - 1) * 2*k)
  end
  for _ = 1, 6 do
    v = 2 * v * (2 - v)
  end
  return v
end

-- The front wheel moves along (cos phi, sin phi), with a speed of the sign of this: from both constraints, l eliminated.
local function forward(q, p, c)
  return p.x*cos(q.phi) + p.y*sin(q.phi) - p.theta*sin(q.theta - q.phi)/c.L
end

local function size(p)
  return p.x^2 + p.y^2 + p.theta^2 + p.phi^2
end

return model {
  title  = "Bicycle in a bowl or on a hill",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), section 5, eq. (36)-(41)",
  kind   = "index-one",
  coordinates = { "x", "y", "theta", "phi" },
  secular     = { "x", "y", "theta", "phi" },
  parameters  = { L = "0.3", alpha = 1, beta = 1, height = 0, depth = -1 },
  mass = function (q, c)
    return { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, c.alpha, 0 }, { 0, 0, 0, c.beta } }
  end,
  velocity_constraints = function (q, c)
    return { { sin(q.phi), -cos(q.phi), 0, 0 }, { sin(q.theta), -cos(q.theta), c.L, 0 } }
  end,
  potential = function (q, c)
    local x, y = q.x - c.L/2*cos(q.theta), q.y - c.L/2*sin(q.theta)
    return c.height + c.depth*(1 - one_minus_cosine(x^2 + y^2))
  end,
  invariants = {
    ["angular-momentum"] = function (q, p) return q.x*p.y - q.y*p.x + p.theta + p.phi end,
  },
  sections = {                                    -- where it changes direction; what is asked: whether the wheel is aligned
    back  = function (q, p, c) return { -forward(q, p, c), sin(q.phi - q.theta) } end,
    forth = function (q, p, c) return { forward(q, p, c), sin(q.phi - q.theta) } end,
    heavy = function (q, p) return { size(p) - 100, size(p) } end, -- where |p| is ten times that of the data
  },
  reversal = function (q, p) return { q.x, q.y, q.theta, q.phi, -p.x, -p.y, -p.theta, -p.phi } end,
  initial = {
    default = "bowl",
    bowl    = { q = { "0.15", 0, 0, "pi/4" }, p = { 0, 1, 0, 0 } },
    hill    = { q = { "0.15", 0, 0, "pi/4" }, p = { 0, 1, 0, 0 }, parameters = { height = 1, depth = 1 }, step = "0.01" },
  },
  step = "0.1",
}
