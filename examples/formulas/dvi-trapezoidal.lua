-- The variational integrator of a Lagrangian by the trapezoidal rule: p0 = -D1 L_d(q0, q1), p1 = D2 L_d(q0, q1).  Marsden, West
-- (2001), Acta Numerica 10, 357.
return method {
  name   = "dvi-trapezoidal",
  kinds  = { "degenerate" },
  state  = { "q", "p" },
  claims = { order = 2, symmetric = true, symplectic = true },
  step   = function (s)
    local h, t1 = s.h, s.t + s.h
    local q1 = s.unknown("q1", s.q)
    local L_d = dot(s.theta(s.q, s.t) + s.theta(q1, t1), q1 - s.q)/2 - h/2 * (s.H(s.q, s.t) + s.H(q1, t1))
    s.solve(s.p + gradient(L_d, s.q))
    return q1, gradient(L_d, q1)
  end,
}
