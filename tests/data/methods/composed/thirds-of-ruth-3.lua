return composition { name = "thirds-of-ruth-3", base = "../ruth-3.lua", coefficients = { "1/3", "1/3", "1/3" } }
