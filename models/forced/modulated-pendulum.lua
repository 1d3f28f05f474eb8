-- A pendulum whose length and whose weight change with the time, so that the time multiplies what depends on q and
-- what depends on p.
return model {
  title       = "Pendulum with coefficients of the time",
  source      = "H(q, p, t) = p^2 (1 + a cos(w t))/2 - (1 + a cos t) cos q",
  kind        = "hamiltonian",
  coordinates = { "q" },
  parameters  = { a = "1/3", w = "7/5" },
  hamiltonian = function (q, p, t, c) return p.q^2*(1 + c.a*cos(c.w*t))/2 - (1 + c.a*cos(t))*cos(q.q) end,
  reversal    = function (q, p, c) return { q.q, -p.q } end,
  initial     = {
    default = { q = { "1/2" }, p = { "1/3" } },
    other   = { q = { "-1" }, p = { "1/5" } },
  },
}
