-- z' = -x y' without an exact solution: rational operations and square roots alone.
return model {
  title = "nonholonomic, rational", source = "test", kind = "nonholonomic",
  coordinates  = { "x", "y", "z" },
  inertias     = function () return { 1, 1, 1 } end,
  coefficients = function (q) return { q.x } end,
  initial = { default = { q = { "1/2", 0, 0 }, v = { 1, 1, "-1/2" } } },
  step = "1/10",
}
