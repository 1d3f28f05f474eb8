-- Two steps of the trapezoidal rule as one: the nodes are 0, 1/2, 1/2, 1.
return tableau {
  name   = "twice-trapezoidal",
  a      = { { 0, 0, 0, 0 }, { "1/4", "1/4", 0, 0 }, { "1/4", "1/4", 0, 0 }, { "1/4", "1/4", "1/4", "1/4" } },
  b      = { "1/4", "1/4", "1/4", "1/4" },
  claims = { order = 2, symmetric = true },
}
