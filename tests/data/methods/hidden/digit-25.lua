-- Gauss with two stages, one coefficient wrong in its 25th digit
return tableau {
  name   = "digit-25",
  a      = { { "1/4", "1/4 - sqrt(3)/6 + 1e-25" }, { "1/4 + sqrt(3)/6", "1/4" } },
  b      = { "1/2", "1/2" },
  claims = { order = 4 },
}
