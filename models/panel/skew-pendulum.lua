-- A separable Hamiltonian that neither p -> -p nor q -> -q reverses: both energies have odd terms.
return model {
  title       = "Pendulum that no reflection reverses",
  source      = "H(q, p) = p^2/2 + p^3/6 - cos q + sin(2 q)/4",
  kind        = "hamiltonian",
  coordinates = { "q" },
  hamiltonian = function (q, p) return p.q^2/2 + p.q^3/6 - cos(q.q) + sin(2*q.q)/4 end,
  initial     = {
    default = { q = { "1/2" }, p = { "2/5" } },
    other   = { q = { "-4/5" }, p = { "1/4" } },
  },
  step = "0.1",
}
