return composition { name = "three-of-rk4", base = "rk4", coefficients = { "1/2", "1/3", "1/6" } }
