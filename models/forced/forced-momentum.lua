-- A pendulum pushed by a force of the time alone, which stands in the equation of p: its frequency is not one of the
-- pendulum.  In time reversed the force is the same.
return model {
  title       = "Pendulum forced through the equation of its momentum",
  source      = "q' = p, p' = -sin q + a cos(w t)",
  kind        = "hamiltonian",
  coordinates = { "q" },
  parameters  = { a = "1/2", w = "7/5" },
  hamiltonian = function (q, p, t, c) return p.q^2/2 - cos(q.q) - c.a*q.q*cos(c.w*t) end,
  reversal    = function (q, p, c) return { q.q, -p.q } end,
  initial     = {
    default = { q = { "1/2" }, p = { "1/3" } },
    other   = { q = { "-1" }, p = { "1/5" } },
  },
}
