-- shake.lua with the gradient of the constraints behind the free drift, in place of where the step begins.  A wrong method, for what an
-- audit says of it: its order is 1.
return method {
  name        = "shake-behind",
  kinds       = { "hamiltonian" },
  constraints = true,
  claims      = { order = 2 },
  step        = function (s)
    if not is_zero(jacobian(function (q) return s.H_p(q, s.p) end, s.q)) then
      s.refuse("its kinetic energy depends on q")
    end
    local h, m = s.h, #s.g(s.q)
    local L, M = s.unknown("L", m), s.unknown("M", m)
    local free = s.p - h/2 * s.H_q(s.q, s.p)
    local p  = free - s.G(s.q + h * s.H_p(s.q, free)).T * L/h
    local q1 = s.q + h * s.H_p(s.q, p)
    local p1 = p - h/2 * s.H_q(q1, p) - s.G(q1).T * M/h
    s.solve(s.g(q1), s.G(q1) * s.H_p(q1, p1))
    return q1, p1
  end,
}
