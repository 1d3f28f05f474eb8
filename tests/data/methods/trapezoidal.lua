return tableau { name = "my-trapezoidal", a = { { 0, 0 }, { "1/2", "1/2" } }, b = { "1/2", "1/2" } }
