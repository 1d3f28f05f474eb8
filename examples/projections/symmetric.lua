-- The symmetric projection: the start is led off p = theta(q) by the multiplier that leads the end back onto it.  Kraus (2017), eq. 112.
return projection {
  name   = "symmetric-by-formulas",
  source = "Kraus (2017), section 4.3, eq. 112",
  claims = { symmetric = true },
  step   = function (s)
    local t, t1 = s.t, s.t + s.h
    local function T(q, t) return jacobian(function (q) return s.theta(q, t) end, q) end
    local e = s.unknown("e", zeros(#s.q))
    local q, p = s.base(s.q + e, s.theta(s.q, t) + T(s.q, t).T * e)
    local q1 = q + s.R * e                                         -- R(infinity) = +1 or -1
    s.solve(s.theta(q1, t1) - p - s.R * T(q1, t1).T * e)
    return q1
  end,
}
