-- A SPARK method for holonomic constraints: Lobatto IIIA for q, IIIB for p and for the multipliers, two stages.  On any H(q, p).
-- Jay (1996), SIAM J. Numer. Anal. 33, 368; Jay (2003), SIAM J. Sci. Comput. 25, 1501.
return method {
  name        = "spark-lobatto-2",
  kinds       = { "hamiltonian" },
  constraints = true,
  claims      = { order = 2, symmetric = true, symplectic = true },
  step        = function (s)
    local n, m, h = #s.q, #s.g(s.q), s.h
    local A = s.tableau "lobatto-iiia-iiib-2"
    local D, K = s.unknown("D", n), s.unknown("K", n)             -- q1 - q; h times the kick before the stages
    local L, M = s.unknown("L", m), s.unknown("M", m)             -- h^2 times the multipliers at both
    local q1, p = s.q + D, s.p + K/h                              -- the last position; the momentum of both stages
    local p1 = p - A.b[2] * h * s.H_q(q1, p, s.t + h) - s.G(q1).T * M/h
    s.solve(K + A.abar[1][1] * (h^2 * s.H_q(s.q, p, s.t) + s.G(s.q).T * L),
            D - h * (A.a[2][1] * s.H_p(s.q, p, s.t) + A.a[2][2] * s.H_p(q1, p, s.t + h)),
            s.g(q1),
            s.G(q1) * s.H_p(q1, p1, s.t + h))
    return q1, p1
  end,
}
