-- Gauss with two stages to the 34 decimals of quadruple precision: more than a check at 128 bits tells from exact ones.
return tableau {
  name   = "quadruple-decimals",
  a      = { { "0.25", "-0.0386751345948128822545743902509787" }, { "0.5386751345948128822545743902509787", "0.25" } },
  b      = { "0.5", "0.5" },
  claims = { order = 4 },
}
