-- The planar pendulum in Cartesian coordinates: length and mass 1, q2 upwards, gravity gamma.  The data start level,
-- moving down; the angle from the level, q = (cos th, sin th), obeys th'' = -gamma cos th.
return model {
  title  = "Planar pendulum in Cartesian coordinates",
  source = "Leimkuhler, Reich (1994), section 2 and figures 1 to 6",
  kind   = "hamiltonian",                      -- H(q, p), constraints g(q) = 0
  coordinates = { "x", "y" },
  parameters  = { gamma = 1 },
  hamiltonian = function (q, p, c) return (p.x^2 + p.y^2) / 2 + c.gamma * q.y end,
  constraints = function (q) return { (q.x^2 + q.y^2 - 1) / 2 } end,
  reversal    = function (q, p) return { q.x, q.y, -p.x, -p.y } end,
  initial = {
    default = { q = { 1, 0 }, p = { 0, -2 } },
    bdf     = { q = { 1, 0 }, p = { 0, -1 } }, -- of figure 1: energy 1/2
    free    = { q = { 1, 0 }, p = { 0, -2 }, parameters = { gamma = 0 } },
  },
  step = "0.1",
}
