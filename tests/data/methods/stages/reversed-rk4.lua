-- The classical Runge-Kutta method, its stages from the last to the first.
return tableau {
  name   = "reversed-rk4",
  a      = { { 0, 1, 0, 0 }, { 0, 0, "1/2", 0 }, { 0, 0, 0, "1/2" }, { 0, 0, 0, 0 } },
  b      = { "1/6", "1/3", "1/3", "1/6" },
  claims = { order = 4 },
}
