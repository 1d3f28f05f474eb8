-- A formal-Lagrangian Runge-Kutta method, the midpoint rule: q steps on x' = f, and p on its adjoint equation, the force of
-- L = theta(q) . q' - H(q) at the velocity of the stage.  (q, p) of the solution has p = theta(q).
return method {
  name   = "flrk-gauss-1",
  kinds  = { "degenerate" },
  state  = { "q", "p" },
  claims = { order = 2, symmetric = true },
  step   = function (s)
    local k = s.unknown("k", #s.q)
    local q, t = s.q + k/2, s.t + s.h/2
    local theta = function (q) return s.theta(q, t) end
    local H     = function (q) return s.H(q, t) end
    s.solve(k - s.h * s.f(q, t))
    return s.q + k, s.p + jacobian(theta, q).T * k - s.h * gradient(H, q)
  end,
}
