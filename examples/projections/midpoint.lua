-- The midpoint projection: start and end are led by the same multiplier, with T between them.  Kraus (2017), eq. 127.
return projection {
  name   = "midpoint-by-formulas",
  source = "Kraus (2017), section 4.5, eq. 127",
  claims = { symmetric = true },
  step   = function (s)
    local t, t1 = s.t, s.t + s.h
    local e = s.unknown("e", zeros(#s.q))
    local qm = s.unknown("qm", s.q)                                -- (qb + qb1)/2
    local push = jacobian(function (q) return s.theta(q, (t + t1)/2) end, qm).T * e
    local qb = s.q + e
    local q, p = s.base(qb, s.theta(s.q, t) + push)
    local q1 = q + s.R * e
    s.solve(qm - (qb + q)/2, s.theta(q1, t1) - p - s.R * push)
    return q1
  end,
}
