-- The implicit midpoint rule: k = h f(x + k/2), x1 = x + k.
return method {
  name   = "implicit-midpoint",
  kinds  = { "ode", "hamiltonian" },
  claims = { order = 2, symmetric = true, symplectic = true },
  step   = function (s)
    local k = s.unknown("k", #s.x)
    s.solve(k - s.h * s.f(s.x + k/2, s.t + s.h/2))
    return s.x + k
  end,
}
