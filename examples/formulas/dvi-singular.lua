-- A degenerate variational integrator for L = theta(x, y) x' - H(x, y), where the second half of theta is zero: with
-- L_d = theta(q1) (x1 - x0) - h H(q1) the discrete equations are of first order, as the continuous ones are, and leave no parasitic
-- modes.  Ellison, Finn, Burby, Kraus, Qin, Tang (2018), Physics of Plasmas 25, 052502.
return method {
  name   = "dvi-singular",
  kinds  = { "degenerate" },
  claims = { order = 1 },
  step   = function (s)
    local n = #s.q / 2
    local function T(q)                                          -- theta' and grad H, the time left as it is
      return jacobian(function (q) return rows(s.theta(q), 1, n) end, q)
    end
    -- x1 - x0 at the end of a step in q: theta_y^T (x1 - x0) = h H_y
    local function velocity(q)
      return solve(rows(T(q).T, n + 1, 2*n), rows(gradient(s.H, q), n + 1, 2*n))
    end
    if not is_zero(rows(s.theta(s.q), n + 1, 2*n)) then
      s.refuse("its second half of theta is not zero")
    end
    local function force(q)                                      -- theta_x^T v - H_x
      return rows(T(q).T, 1, n) * velocity(q) - rows(gradient(s.H, q), 1, n)
    end
    local k = s.unknown("k", 2*n)
    local q1 = s.q + k
    s.solve(rows(k, 1, n) - s.h * velocity(q1),
            rows(s.theta(q1), 1, n) - rows(s.theta(s.q), 1, n) - s.h * force(s.q))
    return q1
  end,
}
