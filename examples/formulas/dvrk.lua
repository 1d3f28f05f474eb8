-- A degenerate variational Runge-Kutta method, Gauss with one stage: q and p step on as in the midpoint rule, and of the end the
-- first half of theta(q1) = p1 takes the place of the second half of q1.  Kraus (2017), section 4; it is made for theta whose second
-- half is zero.
return method {
  name   = "dvrk-gauss-1",
  kinds  = { "degenerate" },
  claims = { order = 2, symplectic = true },
  step   = function (s)
    local n, h = #s.q, s.h
    local v, w = s.unknown("v", n), s.unknown("w", n/2)          -- h V, and the second half of q1
    local q = s.q + v/2
    local F = jacobian(s.theta, q).T * v - h * gradient(s.H, q)  -- h F
    local p1 = s.theta(s.q) + F
    local q1 = s.q + stack(rows(v, 1, n/2), w)
    s.solve(s.theta(q) - s.theta(s.q) - F/2,
            rows(s.theta(q1) - p1, 1, n/2))
    return q1
  end,
}
