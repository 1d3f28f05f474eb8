-- The method of Vay on x' = u/g, u' = E(x) + u/g x B(x), g = sqrt(1 + |u|^2): the magnetic force has the average of the velocities
-- at both ends.  Vay (2008), Physics of Plasmas 15, 056701.
local function velocity(u) return u / sqrt(1 + dot(u, u)) end

return method {
  name   = "vay",
  kinds  = { "ode" },
  claims = { order = 2, symmetric = true },
  step   = function (s)
    if #s.x ~= 6 or not is_zero(rows(s.f(s.x), 1, 3) - velocity(rows(s.x, 4, 6))) then
      s.refuse("it is not x' = u/g, u' = E + u/g x B")
    end
    local x, u, h, t = rows(s.x, 1, 3), rows(s.x, 4, 6), s.h, s.t + s.h/2
    local q = x + h/2 * velocity(u)
    local function force(u) return rows(s.f(q, u, t), 4, 6) end
    local E, A = force(zeros(3)), jacobian(force, zeros(3))       -- A v = v x B
    local k = s.unknown("k", 3)
    s.solve(k - h * (E + A * (velocity(u) + velocity(u + k))/2))
    return q + h/2 * velocity(u + k), u + k
  end,
}
