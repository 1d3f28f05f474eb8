-- The theta methods x1 = x0 + h ((1 - theta) f(x0) + theta f(x1)), for files that include this one and say theta:
-- return include "theta-family.lua" { name = "...", theta = "...", claims = { ... } }
return function (own)
  return method {
    name   = own.name,
    source = "Hairer, Wanner (1996), Solving Ordinary Differential Equations II, section IV.3",
    kinds  = { "ode", "hamiltonian" },
    claims = own.claims,
    step   = function (s)
      local k = s.unknown("k", #s.x)
      local theta, f0, f1 = own.theta, s.f(s.x, s.t), s.f(s.x + k, s.t + s.h)
      s.solve(k - s.h * (f0 + theta * (f1 - f0)))
      return s.x + k
    end,
  }
end
