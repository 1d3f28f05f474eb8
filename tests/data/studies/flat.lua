-- The symplectic form is constant.
return model { title = "Nonlinear oscillator", kind = "degenerate",
  coordinates = { "q1", "q2" }, parameters = {},
  theta = function (q, c) return { q[2]/2, -q[1]/2 } end,
  hamiltonian = function (q, c) return (q[1]*q[1] + q[2]*q[2])/2 + q[1]^4/4 end,
  initial = { default = { 1, "0.5" } }, step = "0.1" }
