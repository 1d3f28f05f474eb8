return multistep {
  name = "low-starter", alpha = { 0, 0, 0, -1, 1 }, beta = { "-9/24", "37/24", "-59/24", "55/24", 0 },
  starter = "runge-kutta:euler", claims = { order = 4 },
}
