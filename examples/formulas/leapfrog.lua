-- Leapfrog with the velocities half a step behind, as plasma codes have it: v is carried from step to step, and the p of a step is its
-- half-step velocity with half a kick.  Birdsall, Langdon (1985), Plasma Physics via Computer Simulation, section 2-4.
return method {
  name        = "leapfrog",
  kinds       = { "hamiltonian" },
  constraints = false,
  claims      = { order = 2, symmetric = true, symplectic = true },
  step        = function (s)
    local h = s.h
    if not is_zero(jacobian(function (q) return s.H_p(q, s.p) end, s.q)) then
      s.refuse("its kinetic energy depends on q")
    end
    local function force(q, t) return -s.H_q(q, zeros(#q), t) end
    local v  = s.carry("v", s.p - h/2 * force(s.q, s.t))
    local v1 = v + h * force(s.q, s.t)
    local q1 = s.q + h * s.H_p(s.q, v1, s.t + h/2)
    return q1, v1 + h/2 * force(q1, s.t + h), { v = v1 }
  end,
}
