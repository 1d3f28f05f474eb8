-- Nystroem's method of order 4, its stages from the last to the first.
return tableau {
  name   = "reversed-nystroem-4",
  abar   = { { 0, "1/2", 0 }, { 0, 0, "1/8" }, { 0, 0, 0 } },
  bbar   = { 0, "1/3", "1/6" },
  b      = { "1/6", "2/3", "1/6" },
  c      = { 1, "1/2", 0 },
  claims = { order = 4 },
}
