-- x'' and y'' vanish at the default data, and with them the leading error of Euler's method there
return model {
  title       = "A leading term that vanishes at the data",
  source      = "x' = cos x, y' = (1 + y) sin x - y",
  kind        = "ode",
  coordinates = { "x", "y" },
  field       = function (x) return { cos(x.x), (1 + x.y)*sin(x.x) - x.y } end,
  initial     = { default = { 0, "-1/2" } },
  step        = "0.1",
}
