return projection { name = "row", perturb = { at = "q0", weight = "1" }, project = { at = "q1", weight = "R" }, multiplier = "same" }
