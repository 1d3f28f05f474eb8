return model {
  title = "two parameters, two coordinates, two data", kind = "degenerate", coordinates = { "q", "p" },
  parameters = { rate = 1, stiffness = 1 },
  theta = function (z, c) return { z.p, 0 } end,
  hamiltonian = function (z, c) return (c.rate*z.p^2 + c.stiffness*z.q^2)/2 + z.q^4/5 end,
  initial = { default = { "1", "1/3" }, second = { "1", "1/2" } },
}
