-- Duffing's oscillator with q and p exchanged: forces are linear, velocities are not.
return model {
  title       = "Oscillator whose kinetic energy is quartic",
  source      = "H(q, p) = p^2/2 + p^4/4 + q^2/2, whose potential is quadratic and whose kinetic energy is not",
  kind        = "hamiltonian",
  coordinates = { "q" },
  hamiltonian = function (q, p) return p.q^2/2 + p.q^4/4 + q.q^2/2 end,
  reversal    = function (q, p) return { q.q, -p.q } end,
  initial     = {
    default = { q = { "1/2" }, p = { 1 } },
    other   = { q = { -1 }, p = { "1/3" } },
  },
  step = "0.1",
}
