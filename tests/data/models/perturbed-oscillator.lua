-- The part without epsilon is an oscillator, which drifts alone do not follow.
return model {
  title       = "Oscillator with a small cubic potential",
  source      = "H = (p^2 + q^2)/2 + epsilon q^3/3: a test",
  kind        = "hamiltonian",
  coordinates = { "q" },
  parameters  = { epsilon = "1/10" },
  small       = "epsilon",
  hamiltonian = function (q, p, c) return (p.q^2 + q.q^2)/2 + c.epsilon*q.q^3/3 end,
  initial     = { default = { q = { "1/2" }, p = { "4/5" } }, other = { q = { -1 }, p = { "1/2" } } },
  step        = "0.1",
}
