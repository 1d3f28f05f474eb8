return tableau { name = "my-euler", a = { { 0 } }, b = { 1 } }
