-- A Nystroem method, for q'' = f(q): abar, bbar for the positions, b for the velocities.  Nystroem's own of order 4:
-- Hairer, Norsett, Wanner (1993), table II.14.1.  assay audit examples/nystroem-4.lua
return tableau {
  name   = "nystroem-4",
  abar   = { { 0, 0, 0 }, { "1/8", 0, 0 }, { 0, "1/2", 0 } },
  bbar   = { "1/6", "1/3", 0 },
  b      = { "1/6", "2/3", "1/6" },
  c      = { 0, "1/2", 1 },
  claims = { order = 4 },
}
