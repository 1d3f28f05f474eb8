return model {
  title  = "Massless charged particle in a magnetic and an electric field",
  source = "The guiding centre without mass: L = A(q).q' - phi(q), both components of A nonlinear",
  kind   = "degenerate",                       -- L(q, q') = theta(q).q' - H(q)
  coordinates = { "x", "y" },
  parameters  = { A0 = 1, E0 = 1 },
  theta = function (q, c)
    local A = c.A0/2 * (1 + q.x^2 + q.y^2)
    return { -A*q.y, A*q.x }
  end,
  hamiltonian = function (q, c) return c.E0 * (cos(q.x) + sin(q.y)) end,
  reversal = function (q, c) return { -q.x, q.y } end, -- reflection in the y axis
  initial = { default = { 1, 1 }, other = { "3/2", "1/2" } },
  step    = "0.1",
}
