-- Neither Hamiltonian nor reversible: volumes shrink at the rate sigma + 1 + b.
return model {
  title  = "Model of Lorenz",
  source = "Lorenz (1963), J. Atmos. Sci. 20, 130, eq. (25)-(27)",
  kind   = "ode",                              -- x' = f(x)
  coordinates = { "x", "y", "z" },
  parameters  = { sigma = 10, r = 28, b = "8/3" },
  field       = function (x, c)
    return { c.sigma * (x.y - x.x), c.r * x.x - x.y - x.x * x.z, x.x * x.y - c.b * x.z }
  end,
  initial     = { default = { 0, 1, 0 }, other = { 1, 2, 20 } }, -- the first as in the source
  step        = "0.01",
}
