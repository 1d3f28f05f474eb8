-- The method of Adams and Moulton of order 3 with a digit wrong: beta does not add up to 1, and the steps solve y' = 11/12 f.
return multistep {
  name    = "not-consistent",
  alpha   = { 0, -1, 1 },
  beta    = { "-1/12", "8/12", "4/12" },
  starter = "rk4",
  claims  = { order = 3 },
}
