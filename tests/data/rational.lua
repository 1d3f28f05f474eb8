return model {
  title  = "A degenerate Lagrangian of rational operations",
  source = "a test of arithmetics: + - * / alone are rounded alike everywhere",
  kind   = "degenerate",                       -- L(q, q') = theta(q).q' - H(q)
  coordinates = { "q1", "q2" },
  theta       = function (q, c) return { q[2] + q[1]*q[2]^2/4, q[1]^2*q[2]/3 - q[1] } end,
  hamiltonian = function (q, c) return (q[1]^2 + q[2]^2)/2 + q[1]^3/6 - q[1]*q[2]^2/5 end,
  initial = { default = { "1/2", "1/3" } },
  step    = "1/10",
}
