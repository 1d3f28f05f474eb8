-- x' = -L (x - cos t) - sin t: every solution runs into cos t within some 1/L, and from x = 1 on it is cos t.
return model {
  title  = "Problem of Prothero and Robinson",
  source = "Prothero, Robinson (1974), Math. Comp. 28, 145, eq. (1.2), with g = cos",
  kind   = "ode",
  coordinates = { "x" },
  parameters  = { L = 1000000 },
  field       = function (x, t, c) return { -c.L * (x.x - cos(t)) - sin(t) } end,
  initial     = { default = { 1 }, later = { x = { "cos(1)" }, time = 1 } },
  step        = "1/8",
}
