-- The method of Takahashi and Imada: drift, kick by V - h^2/24 V_q . T_pp V_q, drift.  Its order is 2, and 4 in other variables
-- (effective order 4), at the cost of one force and one second derivative.  Takahashi, Imada (1984), J. Phys. Soc. Japan 53, 3765.
return method {
  name        = "takahashi-imada",
  kinds       = { "hamiltonian" },
  constraints = false,
  claims      = { order = 2, symmetric = true, symplectic = true },
  step        = function (s)
    local h, t = s.h, s.t + s.h/2
    local function T_pp(p) return jacobian(function (p) return s.H_p(s.q, p, t) end, p) end
    local M = T_pp(zeros(#s.p))
    if not is_zero(T_pp(s.p) - M) or not is_zero(jacobian(function (q) return s.H_p(q, s.p) end, s.q)) then
      s.refuse("its kinetic energy is not p . M p/2 with a constant M")
    end
    local function V(q)
      local g = s.H_q(q, s.p, t)
      return s.H(q, zeros(#q), t) - h^2/24 * dot(g, M * g)
    end
    local q  = s.q + h/2 * s.H_p(s.q, s.p, t)
    local p1 = s.p - h * gradient(V, q)
    return q + h/2 * s.H_p(q, p1, t), p1
  end,
}
