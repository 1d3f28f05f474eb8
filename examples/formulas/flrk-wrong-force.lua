-- flrk.lua with -grad H left out of its force: q is right, and p is not.  A wrong method, for what an audit says of it.
return method {
  name   = "flrk-wrong-force",
  kinds  = { "degenerate" },
  state  = { "q", "p" },
  claims = { order = 2 },
  step   = function (s)
    local k = s.unknown("k", #s.q)
    local q, t = s.q + k/2, s.t + s.h/2
    local theta = function (q) return s.theta(q, t) end
    s.solve(k - s.h * s.f(q, t))
    return s.q + k, s.p + jacobian(theta, q).T * k
  end,
}
