-- The leapfrog of two steps, or explicit midpoint rule, x2 = x0 + 2 h f(x1).  It starts with a step of Runge's midpoint method backwards.
-- Hairer, Norsett, Wanner (1993), Solving Ordinary Differential Equations I, section III.9.
return method {
  name      = "leapfrog-two-step",
  kinds     = { "ode", "hamiltonian" },
  remembers = true,
  claims    = { order = 2 },
  step      = function (s)
    local x, t, h = s.x, s.t, s.h
    local before = s.carry("before", x - h * s.f(x - h/2 * s.f(x, t), t - h/2))
    return before + 2*h * s.f(x, t), { before = x }
  end,
}
