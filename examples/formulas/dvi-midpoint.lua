-- The variational integrator of a Lagrangian at the midpoint: p0 = -D1 L_d(q0, q1), p1 = D2 L_d(q0, q1).  Marsden, West (2001),
-- Acta Numerica 10, 357.  Of a degenerate Lagrangian it is a map of (q, p), in which p is theta(q) at the start alone.
return method {
  name   = "dvi-midpoint",
  kinds  = { "degenerate" },
  state  = { "q", "p" },
  claims = { order = 2, symmetric = true, symplectic = true },
  step   = function (s)
    local q1 = s.unknown("q1", s.q)
    local q, t = (s.q + q1)/2, s.t + s.h/2
    local L_d = dot(s.theta(q, t), q1 - s.q) - s.h * s.H(q, t)   -- h L(q, (q1 - q0)/h)
    s.solve(s.p + gradient(L_d, s.q))
    return q1, gradient(L_d, q1)
  end,
}
