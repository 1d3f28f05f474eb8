-- Kutta (1901), order 3; of order 4 on quadratures, where it is Simpson's rule
return tableau {
  name   = "kutta-3",
  a      = { { 0, 0, 0 }, { "1/2", 0, 0 }, { -1, 2, 0 } },
  b      = { "1/6", "2/3", "1/6" },
  claims = { order = 4 },
}
