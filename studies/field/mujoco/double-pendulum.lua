-- A double pendulum of two equal bodies, which MuJoCo solves: joints at (0, 0, 0) and at a distance 1 along the first body,
-- each body with mass 1, its centre at a distance 1 of its joint, and the moment of inertia 1/4 about it; gravity 1.
-- q2 is the angle between the bodies, and M(q) = ((a + 2 b cos q2, c + b cos q2), (c + b cos q2, c)).
return model {
  title  = "Double pendulum",
  source = "H = p.M(q)^-1 p/2 - 2 cos q1 - cos(q1 + q2); Goldstein (1980), Classical Mechanics, sections 1.4 and 8.1",
  kind   = "hamiltonian",                      -- H(q, p)
  coordinates = { "q1", "q2" },
  parameters  = { a = "7/2", b = 1, c = "5/4" },
  hamiltonian = function (q, p, c)
    local C = cos(q.q2)
    local kinetic = c.c * p.q1^2 - 2 * (c.c + c.b * C) * p.q1 * p.q2 + (c.a + 2 * c.b * C) * p.q2^2
    return kinetic / (2 * (c.c * (c.a - c.c) - c.b^2 * C^2)) - 2 * cos(q.q1) - cos(q.q1 + q.q2)
  end,
  reversal    = function (q, p, c) return { q.q1, q.q2, -p.q1, -p.q2 } end,
  initial     = { default = { q = { 1, "1/2" }, p = { "1/5", "1/10" } }, other = { q = { "-1/2", 1 }, p = { "1/2", 0 } } },
  step        = "0.1",
}
