return model {
  title  = "Lotka–Volterra predator–prey model in a singular gauge",
  source = "Kraus (2017), section 5.1: theta of lotka-volterra less the gradient of q1*q2",
  kind   = "degenerate",                       -- L(q, q') = theta(q).q' - H(q)
  coordinates = { "q1", "q2" },
  parameters  = { a1 = 1, a2 = 1, b1 = 1, b2 = 2 },
  theta       = function (q, c) return { log(q[2]) / q[1], 0 } end,
  hamiltonian = function (q, c) return c.a1*q[1] + c.a2*q[2] - c.b1*log(q[1]) - c.b2*log(q[2]) end,
  initial = { default = { 1, 1 } },
  step    = "0.1",
}
