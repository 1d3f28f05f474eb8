-- The method of Takahashi and Imada: drift, kick by V - h^2/24 V_q . T_pp V_q, drift.  Its order is 2, and 4 in other variables
-- (effective order 4), at the cost of one force and one second derivative.  Takahashi, Imada (1984), J. Phys. Soc. Japan 53, 3765.
return method {
  name        = "takahashi-imada",
  kinds       = { "hamiltonian" },
  constraints = false,
  time        = false,
  claims      = { order = 2, symmetric = true, symplectic = true },
  step        = function (s)
    local h = s.h
    local M = jacobian(function (p) return s.H_p(s.q, p) end, s.p)         -- T_pp
    if not is_zero(hessian(function (p) return s.H_p(s.q, p)[1] end, s.p)) or
       not is_zero(jacobian(function (q) return s.H_p(q, s.p) end, s.q)) then
      s.refuse("its kinetic energy is not p . M p/2 with a constant M")
    end
    local function V(q)
      local g = s.H_q(q, s.p)
      return s.H(q, zeros(#q)) - h^2/24 * dot(g, M * g)
    end
    local q  = s.q + h/2 * s.H_p(s.q, s.p)
    local p1 = s.p - h * gradient(V, q)
    return q + h/2 * s.H_p(q, p1), p1
  end,
}
