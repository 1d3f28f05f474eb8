-- Lotka-Volterra with a second set of initial data, the witness
return model { title = "Lotka-Volterra", kind = "degenerate", coordinates = { "q1", "q2" },
  parameters = { a1 = 1, a2 = 1, b1 = 1, b2 = 2 },
  theta = function (q, c) return { log(q[2]) / q[1] + q[2], q[1] } end,
  hamiltonian = function (q, c) return c.a1*q[1] + c.a2*q[2] - c.b1*log(q[1]) - c.b2*log(q[2]) end,
  initial = { default = { 1, 1 }, other = { "1.2", "0.9" } }, step = "0.1" }
