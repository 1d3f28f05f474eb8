-- A partitioned Runge-Kutta method: a, b for the positions, ahat, bhat for the momenta.  The pair Lobatto IIIA-IIIB with
-- two stages, which is the Stoermer-Verlet method on any H(q, p): assay audit examples/partitioned-verlet.lua
return tableau {
  name   = "my-partitioned-verlet",
  a      = { { 0, 0 }, { "1/2", "1/2" } },
  ahat   = { { "1/2", 0 }, { "1/2", 0 } },
  b      = { "1/2", "1/2" },
  claims = { order = 2, symplectic = true, symmetric = true },
}
