-- Two steps of the trapezoidal rule.
return composition {
  name         = "halved-trapezoidal",
  base         = "./trapezoidal.lua",
  coefficients = { "1/2", "1/2" },
  claims       = { order = 2, symmetric = true },
}
