-- Velocity Verlet with SHAKE, and RATTLE's projection of the momenta: the force of the constraints points along their gradient at
-- the positions where the step begins.  Ryckaert, Ciccotti, Berendsen (1977), J. Comput. Phys. 23, 327; Andersen (1983), J. Comput.
-- Phys. 52, 24.
return method {
  name        = "shake-before",
  kinds       = { "hamiltonian" },
  constraints = true,
  claims      = { order = 2, symmetric = true, symplectic = true },
  step        = function (s)
    if not is_zero(jacobian(function (q) return s.H_p(q, s.p) end, s.q)) then
      s.refuse("its kinetic energy depends on q")
    end
    local h, m = s.h, #s.g(s.q)
    local L, M = s.unknown("L", m), s.unknown("M", m)            -- h^2 times the multipliers of g and of its derivative
    local p  = s.p - h/2 * s.H_q(s.q, s.p) - s.G(s.q).T * L/h
    local q1 = s.q + h * s.H_p(s.q, p)
    local p1 = p - h/2 * s.H_q(q1, p) - s.G(q1).T * M/h
    s.solve(s.g(q1), s.G(q1) * s.H_p(q1, p1))
    return q1, p1
  end,
}
