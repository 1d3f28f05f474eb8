-- The average vector field method, with the integral by Gauss's rule with three nodes: it keeps energies that are polynomials
-- up to degree 6, and other ones up to the error of the rule.  Quispel, McLaren (2008), J. Phys. A 41, 045206.
return method {
  name   = "average-vector-field",
  kinds  = { "ode", "hamiltonian" },
  claims = { order = 2, symmetric = true },
  step   = function (s)
    local gauss = s.tableau "gauss-3"
    local k, mean = s.unknown("k", #s.x), zeros(#s.x)
    for i = 1, gauss.s do
      local c = gauss.c[i]
      mean = mean + gauss.b[i] * s.f(s.x + c * k, s.t + c * s.h)
    end
    s.solve(k - s.h * mean)
    return s.x + k
  end,
}
