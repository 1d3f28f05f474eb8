-- Euler's method.
return method {
  name   = "euler-by-formulas",
  kinds  = { "ode", "hamiltonian", "degenerate", "body" },
  claims = { order = 1 },
  step   = function (s)
    return s.x + s.h * s.f(s.x, s.t)
  end,
}
