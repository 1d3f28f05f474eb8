return multistep {
  name = "adams-moulton-4", alpha = { 0, 0, -1, 1 }, beta = { "1/24", "-5/24", "19/24", "9/24" }, starter = "rk4",
  claims = { order = 4 },
}
