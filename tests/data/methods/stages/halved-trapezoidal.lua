-- Two steps of the trapezoidal rule.
return composition {
  name         = "halved-trapezoidal",
  base         = "runge-kutta:lobatto-iiia-iiib-2",
  coefficients = { "1/2", "1/2" },
  claims       = { order = 2, symmetric = true },
}
