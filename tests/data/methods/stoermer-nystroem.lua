-- The Stoermer-Verlet method on q'' = f(q)
return tableau {
  name = "stoermer-nystroem",
  abar = { { 0, 0 }, { "1/2", 0 } }, bbar = { "1/2", 0 }, b = { "1/2", "1/2" }, c = { 0, 1 },
}
