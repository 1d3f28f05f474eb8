return multistep {
  name = "my-bdf-2", alpha = { "1/2", -2, "3/2" }, beta = { 0, 0, 1 }, starter = "runge-kutta:gauss-1", claims = { order = 2 },
}
