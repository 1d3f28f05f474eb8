-- A fast particle in a weak wave: without the perturbation it moves evenly, and the velocity is no multiple of p, so that
-- brackets of A vanish nowhere which vanish for a quadratic A.
return model {
  title       = "Relativistic particle in a weak wave",
  source      = "H = A + epsilon B, A = sqrt(1 + p^2), B = cos q + sin(2 q)/3",
  kind        = "hamiltonian",
  coordinates = { "q" },
  secular     = { "q" },
  parameters  = { epsilon = "1/10" },
  small       = "epsilon",
  hamiltonian = function (q, p, c) return sqrt(1 + p.q^2) + c.epsilon*(cos(q.q) + sin(2*q.q)/3) end,
  initial     = {
    default = { q = { "1/2" }, p = { "4/5" } },
    other   = { q = { -1 }, p = { "-3/2" } },
  },
  step = "0.1",
}
