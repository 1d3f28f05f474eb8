-- leapfrog.lua, started with the velocity of the start where that of half a step before belongs.  A wrong method, for what an audit
-- says of it: its order is 1.
return method {
  name        = "leapfrog-unstaggered",
  kinds       = { "hamiltonian" },
  constraints = false,
  remembers   = true,
  claims      = { order = 2 },
  step        = function (s)
    local h = s.h
    if not is_zero(jacobian(function (q) return s.H_p(q, s.p) end, s.q)) then
      s.refuse("its kinetic energy depends on q")
    end
    local function force(q, t) return -s.H_q(q, zeros(#q), t) end
    local v  = s.carry("v", s.p)
    local v1 = v + h * force(s.q, s.t)
    local q1 = s.q + h * s.H_p(s.q, v1, s.t + h/2)
    return q1, v1 + h/2 * force(q1, s.t + h), { v = v1 }
  end,
}
