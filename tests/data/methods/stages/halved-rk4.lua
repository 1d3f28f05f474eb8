-- Two steps of the classical Runge-Kutta method.
return composition { name = "halved-rk4", base = "runge-kutta:rk4", coefficients = { "1/2", "1/2" } }
