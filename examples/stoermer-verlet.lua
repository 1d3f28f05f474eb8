-- A splitting: drifts q' = T_p and kicks p' = -V_q of H = T(p) + V(q), one after the other, by turns.  This is the
-- Stoermer-Verlet method that begins with a kick; with drift and kick exchanged it is another method, the one that begins
-- with a drift.  assay audit examples/stoermer-verlet.lua
return splitting {
  name   = "my-verlet",
  kick   = { "1/2", "1/2" },
  drift  = { 1 },
  claims = { order = 2, symplectic = true, symmetric = true },
}
