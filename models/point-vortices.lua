local function S(x, y) return 1 + x^2 + y^2 end

return model {
  title  = "Planar point vortices with position-dependent circulation",
  source = "Kraus (2017), section 5.2, eq. 147–149",
  kind   = "degenerate",                       -- L(q, q') = theta(q).q' - H(q)
  coordinates = { "x1", "y1", "x2", "y2" },
  parameters  = { g1 = "0.1", g2 = "0.1" },
  theta = function (q, c)
    local S1, S2 = S(q.x1, q.y1), S(q.x2, q.y2)
    return { -c.g1*q.y1*S1/2, c.g1*q.x1*S1/2, -c.g2*q.y2*S2/2, c.g2*q.x2*S2/2 }
  end,
  hamiltonian = function (q, c)
    return c.g1*c.g2/(2*pi) * S(q.x1, q.y1) * S(q.x2, q.y2) * log((q.x1 - q.x2)^2 + (q.y1 - q.y2)^2)
  end,
  invariants = {
    ["angular-momentum"] = function (q, c)
      return c.g1*(q.x1^2 + q.y1^2)*S(q.x1, q.y1)/2 + c.g2*(q.x2^2 + q.y2^2)*S(q.x2, q.y2)/2
    end,
  },
  reversal = function (q, c) return { q.x1, -q.y1, q.x2, -q.y2 } end, -- reflection in the x axis
  initial = {
    default = { 1, "0.1", 1, "-0.1" },
    half    = { q = { "0.5", "0.1", "0.5", "-0.1" }, parameters = { g1 = "0.5", g2 = "0.5" } },
  },
  step = "0.1",
}
