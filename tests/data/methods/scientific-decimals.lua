-- Gauss with two stages to 16 digits behind the point, in the notation of programs
return tableau {
  name   = "scientific-decimals",
  a      = { { "2.5e-1", "-3.86751345948129e-2" }, { "5.386751345948129e-1", "2.5E-1" } },
  b      = { "0.5", "5e-1" },
  claims = { order = 4 },
}
