-- A member of the class of the rolling disk that has no singular angle: A1^2 + A2^2 = 4, so that N is constant, and
-- neither is ever 0.  Runs of any length are then possible with both forms of the Hamiltonized Lagrangian.
return model {
  title  = "Disk of modulated rolling",
  source = "a member of the class of Fernandez (2010), made for long runs",
  kind   = "nonholonomic",                     -- L(q, v) and A(q) v = 0; here of a class: inertias and A_a(r1)
  coordinates  = { "phi", "theta", "x", "y" }, -- r1, r2, s: s' = -A(r1) r2'
  secular      = { "phi", "theta", "x", "y" },
  inertias     = function () return { 1, 1, 1, 1 } end,
  coefficients = function (q) return { sqrt(2 + sin(q.phi)), sqrt(2 - sin(q.phi)) } end,
  invariants   = { turning = function (q, v) return v.phi end },
  initial = {
    default = { q = { "0", 0, 0, 0 }, v = { 1, "1/2", "-sqrt(2)/2", "-sqrt(2)/2" } },
  },
  step = "0.1",
}
