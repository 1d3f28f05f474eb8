-- A projected Gauss-Legendre Runge-Kutta method: Gauss with two stages and a parameter, which is such that the energy is kept.
-- A = P X P^-1, X = [[1/2, -(x + l)], [x + l, 0]], x = 1/(2 sqrt 3), is a symplectic tableau for each l; but l depends on the state, and
-- the step is not symplectic, whatever is said of it.  Brugnano, Iavernaro, Trigiante (2012), SIAM J. Numer. Anal. 50, 2897.
return method {
  name   = "pglrk-2",
  kinds  = { "degenerate" },
  time   = false,
  claims = { order = 4, symmetric = true, symplectic = true },
  step   = function (s)
    local d, h, x = #s.x, s.h, "1/(2*sqrt(3))"
    local P = matrix { { 1, "-1" }, { 1, 1 } }
    local u, v = s.unknown("u", d), s.unknown("v", d)            -- h times the slopes
    local l = s.multiplier("l", 1)
    local A = P * matrix { { "1/2", -(x + l[1]) }, { x + l[1], 0 } } * matrix { { "1/2", "1/2" }, { "-1/2", "1/2" } }
    local x1 = s.x + (u + v)/2
    s.solve(u - h * s.f(s.x + A[1][1] * u + A[1][2] * v),
            v - h * s.f(s.x + A[2][1] * u + A[2][2] * v),
            s.H(x1) - s.H(s.x))
    return x1
  end,
}
