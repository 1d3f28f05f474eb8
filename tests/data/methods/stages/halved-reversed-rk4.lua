-- Two steps of the classical Runge-Kutta method, its stages from the last to the first.
return composition { name = "halved-reversed-rk4", base = "./reversed-rk4.lua", coefficients = { "1/2", "1/2" } }
