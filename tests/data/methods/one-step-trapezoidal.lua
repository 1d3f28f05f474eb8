return multistep { name = "one-step-trapezoidal", alpha = { -1, 1 }, beta = { "1/2", "1/2" }, claims = { order = 2 } }
