-- Two mass points on rods: the first hangs on the origin, q1 from there, the second on the first, q2 from there; the
-- third coordinate points upwards.  The kinetic energy is p^T M p / 2 with M = [[1/m1, -1/m1], [-1/m1, 1/m1 + 1/m2]]
-- in blocks of three.  The momenta of the data are (0.1, 0.5, 0.2) and (-0.4, 0.3, 0.1), with what the hidden
-- constraints q_i . (M p)_i = 0 forbid taken out along q_1 and q_2.
local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end
local function split(v) return { v[1], v[2], v[3] }, { v[4], v[5], v[6] } end

-- Of a sphere of radius l: stereographic coordinates from the pole opposite to the half where z has the sign s.
local function from_plane(u, v, l, s)
  local r = u^2 + v^2
  return 2 * l * u / (1 + r), 2 * l * v / (1 + r), s * l * (1 - r) / (1 + r)
end

local function chart(s1, s2)
  return {
    map = function (d, c)
      local x1, y1, z1 = from_plane(d[1], d[2], c.l1, s1)
      local x2, y2, z2 = from_plane(d[3], d[4], c.l2, s2)
      return { x1, y1, z1, x2, y2, z2 }
    end,
    inverse = function (q, c)
      local first, second = c.l1 + s1 * q.z1, c.l2 + s2 * q.z2
      return { q.x1 / first, q.y1 / first, q.x2 / second, q.y2 / second }
    end,
    where = function (q) return s1 * q.z1 + s2 * q.z2 end,
  }
end

return model {
  title  = "Double spherical pendulum",
  source = "McLachlan, Scovel (1994), section 6 and figure 2",
  kind   = "hamiltonian",
  coordinates = { "x1", "y1", "z1", "x2", "y2", "z2" },
  parameters  = { m1 = 1, m2 = 1, l1 = 1, l2 = 1, g = 1 },
  hamiltonian = function (q, p, c)
    local p1, p2 = split(p)
    return (1 / c.m1) * dot(p1, p1) / 2 - (1 / c.m1) * dot(p1, p2) + (1 / c.m1 + 1 / c.m2) * dot(p2, p2) / 2
      + (c.m1 + c.m2) * c.g * q.z1 + c.m2 * c.g * q.z2
  end,
  constraints = function (q, c)
    local q1, q2 = split(q)
    return { (dot(q1, q1) - c.l1^2) / 2, (dot(q2, q2) - c.l2^2) / 2 }
  end,
  charts = {
    ["down-down"] = chart(-1, -1),
    ["down-up"]   = chart(-1, 1),
    ["up-down"]   = chart(1, -1),
    ["up-up"]     = chart(1, 1),
  },
  invariants = {
    ["vertical-momentum"] = function (q, p)
      return q.x1 * p.y1 - q.y1 * p.x1 + q.x2 * p.y2 - q.y2 * p.x2
    end,
  },
  reversal = function (q, p)
    local r = {}
    for i = 1, 6 do r[i] = q[i]; r[i + 6] = -p[i] end
    return r
  end,
  initial = {
    default = { q = { "0.6", 0, "-0.8", 0, "0.8", "0.6" }, p = { "-20/553", "1/2", "211/553", "-2/5", "1723/5530", "601/5530" } },
  },
  step = "0.1",
}
