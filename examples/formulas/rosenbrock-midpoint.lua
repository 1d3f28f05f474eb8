-- The midpoint rule made linear, a Rosenbrock method with one stage: (1 - h/2 J) k = f + h/2 f_t.
return method {
  name   = "rosenbrock-midpoint",
  kinds  = { "ode", "hamiltonian", "degenerate" },
  claims = { order = 2 },
  step   = function (s)
    local J   = jacobian(function (x) return s.f(x, s.t) end, s.x)
    local f_t = jacobian(function (t) return s.f(s.x, t) end, s.t)
    return s.x + s.h * solve(identity(#s.x) - s.h/2 * J, s.f(s.x, s.t) + s.h/2 * f_t)
  end,
}
