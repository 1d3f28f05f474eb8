-- massless-charged-particle in a magnetic and an electric field that change with the time.
return model {
  title       = "Massless charged particle in fields of the time",
  source      = "L = A(q, t).q' - phi(q, t): the fields of massless-charged-particle times 1 + a cos(w t) and 1 + a cos t",
  kind        = "degenerate",
  coordinates = { "x", "y" },
  parameters  = { a = "1/3", w = "7/5" },
  theta = function (q, t, c)
    local A = (1 + c.a*cos(c.w*t))/2*(1 + q.x^2 + q.y^2)
    return { -A*q.y, A*q.x }
  end,
  hamiltonian = function (q, t, c) return (1 + c.a*cos(t))*(cos(q.x) + sin(q.y)) end,
  initial     = { default = { 1, 1 }, other = { "3/2", "1/2" } },
  step        = "0.1",
}
