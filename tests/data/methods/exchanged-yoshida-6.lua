-- The same with two coefficients exchanged: of order 4, which no rounding of them explains
return composition {
  name = "exchanged-yoshida-6",
  base = "runge-kutta:gauss-1",
  coefficients = { "0.235573213359357", "0.784513610477560", "-1.17767998417887", "1.315186320683906",
                   "-1.17767998417887", "0.784513610477560", "0.235573213359357" },
  claims = { order = 6 },
}
