return tableau { name = "ours", a = { { "1/3", 0 }, { "1/2", "1/4" } }, b = { "2/5", "3/5" } }
