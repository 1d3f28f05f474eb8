-- Of order 3 by its coefficients, as high as an explicit method of two steps can be: its errors grow by 5 with each step.
return multistep { name = "not-zero-stable", alpha = { -5, 4, 1 }, beta = { 2, 4, 0 }, starter = "rk4", claims = { order = 3 } }
