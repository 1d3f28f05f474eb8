-- A free particle in space whose velocity obeys z' = -x y'.
return model {
  title  = "Free particle with a nonholonomic constraint",
  source = "Bloch, Fernandez, Mestdag (2009), Rep. Math. Phys. 63, 225-249; Fernandez (2010)",
  kind   = "nonholonomic",                  -- L(q, v) and A(q) v = 0; here of a class: inertias and A_a(r1)
  coordinates  = { "x", "y", "z" },         -- r1, r2, s: s' = -A(r1) r2'
  secular      = { "x", "y", "z" },
  inertias     = function () return { 1, 1, 1 } end,
  coefficients = function (q) return { q.x } end,
  invariants   = { along = function (q, v) return v.x end, across = function (q, v) return v.y * sqrt(1 + q.x^2) end },
  exact = function (q0, v0, c, t)
    local x, root = q0.x + v0.x * t, sqrt(1 + q0.x^2)
    local ratio, now = v0.y / v0.x * root, sqrt(1 + x^2)
    return { x, q0.y + ratio * (asinh(x) - asinh(q0.x)), q0.z - ratio * (now - root),
             v0.x, v0.y * root / now, -x * v0.y * root / now }
  end,
  initial = {
    default = { q = { "1/2", 0, 0 }, v = { 1, 1, "-1/2" } },
    slow    = { q = { "1/2", 0, 0 }, v = { "1/2", 1, "-1/2" } },
    fast    = { q = { "1/2", 0, 0 }, v = { 2, 1, "-1/2" } },
  },
  step = "0.1",
}
