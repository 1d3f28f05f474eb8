-- Gauss with two stages, one coefficient wrong in its 40th digit
return tableau {
  name   = "digit-40",
  a      = { { "1/4", "1/4 - sqrt(3)/6 + 1e-40" }, { "1/4 + sqrt(3)/6", "1/4" } },
  b      = { "1/2", "1/2" },
  claims = { order = 4 },
}
