-- A quadrature where u = 0, as at the default data, and a nonlinear equation everywhere else
return model {
  title       = "Quadrature at one state alone",
  source      = "u' = 0, t' = 1, x' = cos t + u x^2",
  kind        = "ode",
  coordinates = { "u", "t", "x" },
  field       = function (x) return { 0, 1, cos(x.t) + x.u*x.x^2 } end,
  initial     = { default = { 0, 0, "1/2" }, other = { "1/3", 0, "1/2" } },
  step        = "0.1",
}
