-- The planar pendulum in Cartesian coordinates: length and mass 1, q2 upwards, gravity gamma.  The data start level,
-- moving down; the angle from the level, q = (cos th, sin th), obeys th'' = -gamma cos th.
local function chart(out, taken, sign)
  return {
    map     = function (d) local q = { [taken] = d[1], [out] = sign * sqrt(1 - d[1]^2) }; return { q.x, q.y } end,
    inverse = function (q) return { q[taken] } end,
    where   = function (q) return sign * q[out] end,
  }
end

return model {
  title  = "Planar pendulum in Cartesian coordinates",
  source = "Leimkuhler, Reich (1994), section 2 and figures 1 to 6",
  kind   = "hamiltonian",                      -- H(q, p), constraints g(q) = 0
  coordinates = { "x", "y" },
  parameters  = { gamma = 1 },
  hamiltonian = function (q, p, c) return (p.x^2 + p.y^2) / 2 + c.gamma * q.y end,
  constraints = function (q) return { (q.x^2 + q.y^2 - 1) / 2 } end,
  charts = { -- eq. 7-11: one coordinate each, on the half circle where the other one is larger in size
    right  = chart("x", "y", 1),
    left   = chart("x", "y", -1),
    top    = chart("y", "x", 1),
    bottom = chart("y", "x", -1),
  },
  reversal    = function (q, p) return { q.x, q.y, -p.x, -p.y } end,
  initial = {
    default = { q = { 1, 0 }, p = { 0, -2 } },
    bdf     = { q = { 1, 0 }, p = { 0, -1 } }, -- of figure 1: energy 1/2
    free    = { q = { 1, 0 }, p = { 0, -2 }, parameters = { gamma = 0 } },
  },
  step = "0.1",
}
