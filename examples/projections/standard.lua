-- The standard projection: the end of each step is led back onto p = theta(q).  Kraus (2017), section 4.2.
return projection {
  name   = "standard-by-formulas",
  source = "Kraus (2017), section 4.2",
  step   = function (s)
    local t, t1 = s.t, s.t + s.h
    local function T(q, t) return jacobian(function (q) return s.theta(q, t) end, q) end
    local q, p = s.base(s.q, s.theta(s.q, t))
    local e = s.unknown("e", zeros(#s.q))                          -- h times the multiplier
    local q1 = q + e
    s.solve(s.theta(q1, t1) - p - T(q1, t1).T * e)
    return q1
  end,
}
