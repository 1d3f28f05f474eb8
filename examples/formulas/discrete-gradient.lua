-- The discrete gradient method of Gonzalez on x' = B(x) grad H: x1 - x0 = h B(m) g, where m is the midpoint and g the gradient there,
-- changed along x1 - x0 so that g . (x1 - x0) = H(x1) - H(x0).  It keeps the energy.  Gonzalez (1996), J. Nonlinear Sci. 6, 449.
return method {
  name   = "discrete-gradient",
  kinds  = { "ode", "hamiltonian", "degenerate" },
  time   = false,
  claims = { order = 2, symmetric = true },
  step   = function (s)
    local k = s.unknown("k", #s.x)                                -- x1 - x0
    local d = s.unknown("d", #s.x)                                -- h g
    local m, x1 = s.x + k/2, s.x + k
    local grad = gradient(s.H, m)
    -- g = grad + (H(x1) - H(x0) - grad . k) k/|k|^2, times k . k/h^2, which is not 0
    s.solve(k - s.poisson(m) * d,
            dot(k, k)/s.h^2 * (d - s.h * grad) - (s.H(x1) - s.H(s.x) - dot(grad, k)) * k/s.h)
    return x1
  end,
}
