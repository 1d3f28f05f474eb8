-- A pendulum in a frame that moves to and fro, which stands in the equation of q.  In time reversed the motion of the
-- frame is the opposite, as is p.
return model {
  title       = "Pendulum forced through the equation of its position",
  source      = "q' = p + a sin(w t), p' = -sin q",
  kind        = "hamiltonian",
  coordinates = { "q" },
  parameters  = { a = "1/2", w = "7/5" },
  hamiltonian = function (q, p, t, c) return p.q^2/2 - cos(q.q) + c.a*p.q*sin(c.w*t) end,
  reversal    = function (q, p, c) return { q.q, -p.q } end,
  initial     = {
    default = { q = { "1/2" }, p = { "1/3" } },
    other   = { q = { "-1" }, p = { "1/5" } },
  },
}
