return composition { name = "composed", base = "./base.lua", coefficients = { "1/3", "2/3" } }
