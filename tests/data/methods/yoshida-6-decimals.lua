-- Yoshida (1990), order 6, solution A, to the decimals that are printed there
return composition {
  name = "yoshida-6-decimals",
  base = "runge-kutta:gauss-1",
  coefficients = { "0.784513610477560", "0.235573213359357", "-1.17767998417887", "1.315186320683906",
                   "-1.17767998417887", "0.235573213359357", "0.784513610477560" },
  claims = { order = 6 },
}
