return model {
  title  = "Planar point vortices: theta is linear",
  source = "Kraus (2017), section 5.2, with S = 1",
  kind   = "degenerate",                       -- L(q, q') = theta(q).q' - H(q)
  coordinates = { "x1", "y1", "x2", "y2" },
  parameters  = { g1 = "0.1", g2 = "0.1" },
  theta = function (q, c) return { -c.g1*q.y1/2, c.g1*q.x1/2, -c.g2*q.y2/2, c.g2*q.x2/2 } end,
  hamiltonian = function (q, c)
    return c.g1*c.g2/(2*pi) * log((q.x1 - q.x2)^2 + (q.y1 - q.y2)^2)
  end,
  invariants = {
    ["angular-momentum"] = function (q, c) return c.g1*(q.x1^2 + q.y1^2)/2 + c.g2*(q.x2^2 + q.y2^2)/2 end,
  },
  reversal = function (q, c) return { q.x1, -q.y1, q.x2, -q.y2 } end, -- reflection in the x axis
  initial = { default = { 1, "0.1", 1, "-0.1" } },
  step    = "0.1",
}
