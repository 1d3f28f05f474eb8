-- The method of Stoermer and Verlet on any H(q, p): Hairer, Lubich, Wanner (2006), theorem VI.3.4.  On H = T(p) + V(q) nothing is
-- left to be solved but linear equations.
return method {
  name        = "verlet-by-formulas",
  kinds       = { "hamiltonian" },
  constraints = false,
  claims      = { order = 2, symmetric = true, symplectic = true },
  step        = function (s)
    local n, h, t1 = #s.q, s.h, s.t + s.h
    local k, l = s.unknown("k", n), s.unknown("l", n)          -- half a kick, and the drift
    local p, q1 = s.p + k, s.q + l
    s.solve(k + h/2 * s.H_q(s.q, p, s.t),
            l - h/2 * (s.H_p(s.q, p, s.t) + s.H_p(q1, p, t1)))
    return q1, p - h/2 * s.H_q(q1, p, t1)
  end,
}
