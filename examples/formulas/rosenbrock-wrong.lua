-- rosenbrock-midpoint.lua without f_t. A wrong method, for what an audit says of it: its order is 1 where f depends on the time.
return method {
  name   = "rosenbrock-wrong",
  kinds  = { "ode", "hamiltonian", "degenerate" },
  claims = { order = 2 },
  step   = function (s)
    local J   = jacobian(function (x) return s.f(x, s.t) end, s.x)
    return s.x + s.h * solve(identity(#s.x) - s.h/2 * J, s.f(s.x, s.t))
  end,
}
