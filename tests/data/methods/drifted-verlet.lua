return splitting { name = "drifted-verlet", drift = { "1/2", "1/2" }, kick = { 1 } }
