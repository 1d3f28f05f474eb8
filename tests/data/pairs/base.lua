return tableau { name = "inner", a = { { "1/2", 0 }, { "1/3", "1/6" } }, b = { "1/4", "3/4" } }
