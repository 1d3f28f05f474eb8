return splitting { name = "my-symplectic-euler", kick = { 1 }, drift = { 1 }, first = "kick" }
