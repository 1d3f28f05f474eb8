-- The explicit midpoint rule with its second stage at t + 2/3 h: right where nothing is of the time
return tableau {
  name = "late-midpoint", a = { { 0, 0 }, { "1/2", 0 } }, b = { 0, 1 }, c = { 0, "2/3" },
}
