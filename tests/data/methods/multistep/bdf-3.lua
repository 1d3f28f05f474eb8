return multistep {
  name    = "my-bdf-3",
  alpha   = { "-1/3", "3/2", "-3", "11/6" },
  beta    = { "0", "0", "0", "1" },
  starter = "rk4",
  claims  = { order = 3 },
}
