return model {
  title  = "A degenerate Lagrangian whose steps are linear",
  source = "a test of the steps: theta = A q, H = q . B q/2",
  kind   = "degenerate",
  coordinates = { "q1", "q2" },
  theta       = function (q, c) return { q[1] + q[2]*"3/2", q[1]*"1/2" - q[2] } end,
  hamiltonian = function (q, c) return q[1]^2 + q[1]*q[2]*"1/4" + q[2]^2*"1/2" end,
  initial = { default = { 1, "1/2" } },
  step    = "1/8",
}
