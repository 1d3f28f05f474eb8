-- Ros2, a Rosenbrock method with two stages: Verwer, Spee, Blom, Hundsdorfer (1999), SIAM J. Sci. Comput. 20, 1456.  What depends
-- on the time is differentiated by it, too; without gamma h^2 f_t its order is 1.
return method {
  name   = "rosenbrock-2",
  kinds  = { "ode", "hamiltonian" },
  claims = { order = 2 },
  step   = function (s)
    local h, gamma = s.h, "1 + 1/sqrt(2)"
    local J   = jacobian(function (x) return s.f(x, s.t) end, s.x)
    local f_t = jacobian(function (t) return s.f(s.x, t) end, s.t)
    local A   = identity(#s.x) - gamma * h * J
    local k1  = solve(A, s.f(s.x, s.t) + gamma * h * f_t)
    local k2  = solve(A, s.f(s.x + h * k1, s.t + h) - 2 * k1 - gamma * h * f_t)
    return s.x + 3*h/2 * k1 + h/2 * k2
  end,
}
