-- The method of Boris on x' = v, v' = E(x) + v x B(x): half a drift, the velocity with the average in the magnetic force, half a
-- drift.  E and B are read off the field: it is E where v is 0, and its derivative by v is that of v -> v x B.  Boris (1970); Qin et
-- al. (2013), Physics of Plasmas 20, 084503: it keeps volumes, and is not symplectic.
return method {
  name   = "boris",
  kinds  = { "ode" },
  claims = { order = 2, symmetric = true },
  step   = function (s)
    local n, h = #s.x / 2, s.h
    if (#s.x ~= 4 and #s.x ~= 6) or not is_zero(rows(s.f(s.x), 1, n) - rows(s.x, n + 1, 2*n)) then
      s.refuse("it is not x' = v, v' = E + v x B")
    end
    local x, v, t = rows(s.x, 1, n), rows(s.x, n + 1, 2*n), s.t + s.h/2
    local q = x + h/2 * v
    local function force(v) return rows(s.f(q, v, t), n + 1, 2*n) end
    local E, A = force(zeros(n)), h/2 * jacobian(force, zeros(n))
    local minus = v + h/2 * E
    local v1 = solve(identity(n) - A, minus + A * minus) + h/2 * E
    return q + h/2 * v1, v1
  end,
}
