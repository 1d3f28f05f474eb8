-- The quadrature of a force that does not change has no error, and nothing has the second power of epsilon.
return model {
  title       = "Free particle under a small constant force",
  source      = "H = p^2/2 + epsilon q: a test",
  kind        = "hamiltonian",
  coordinates = { "q" },
  parameters  = { epsilon = "1/10" },
  small       = "epsilon",
  hamiltonian = function (q, p, c) return p.q^2/2 + c.epsilon*q.q end,
  initial     = { default = { q = { "1/2" }, p = { "4/5" } }, other = { q = { -1 }, p = { "-3/2" } } },
  step        = "0.1",
}
