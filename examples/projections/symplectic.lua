-- The symplectic projection: the start is led off p = theta(q) by the multiplier of the step before.  Kraus (2017), eq. 120.
return projection {
  name       = "symplectic-by-formulas",
  source     = "Kraus (2017), section 4.4, eq. 120",
  multiplier = "previous",
  step       = function (s)
    local t, t1 = s.t, s.t + s.h
    local function T(q, t) return jacobian(function (q) return s.theta(q, t) end, q) end
    local e0 = s.carry("e", zeros(#s.q))
    local e  = s.unknown("e", zeros(#s.q))
    local q, p = s.base(s.q + e0, s.theta(s.q, t) + T(s.q, t).T * e0)
    local q1 = q + s.R * e
    s.solve(s.theta(q1, t1) - p - s.R * T(q1, t1).T * e)
    return q1, { e = e }
  end,
}
