-- Geodesics of the three-sphere |q| = 1 that stay orthogonal to the fibres of Hopf's map, whose direction is g(q) = i q, with
-- q as the pair of complex numbers (q1 + i q2, q3 + i q4).  J = g . p and w = |p| are kept, and
-- q(t) = exp(-i J t) (q0 cos wt + p0/w sin wt).
local function rotate(a, b, angle) -- exp(-i angle) (a + i b)
  return cos(angle)*a + sin(angle)*b, cos(angle)*b - sin(angle)*a
end

return model {
  title  = "Horizontal geodesics of the three-sphere",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), Propositions 7 and 8",
  kind   = "index-one",
  coordinates = { "q1", "q2", "q3", "q4" },
  velocity_constraints = function (q) return { { -q[2], q[1], -q[4], q[3] } } end,
  constraints = function (q) return { (q[1]^2 + q[2]^2 + q[3]^2 + q[4]^2 - 1)/2 } end,
  invariants = {
    ["along-the-fibre"] = function (q, p) return q[1]*p[2] - q[2]*p[1] + q[3]*p[4] - q[4]*p[3] end,
  },
  exact = function (q0, p0, c, t)
    local J = q0[1]*p0[2] - q0[2]*p0[1] + q0[3]*p0[4] - q0[4]*p0[3]
    local w = sqrt(p0[1]^2 + p0[2]^2 + p0[3]^2 + p0[4]^2)
    local q, p = {}, {}
    for k = 1, 4 do
      q[k] = q0[k]*cos(w*t) + p0[k]/w*sin(w*t)
      p[k] = p0[k]*cos(w*t) - w*q0[k]*sin(w*t)
    end
    local x = {}
    for _, z in ipairs { q, p } do
      for k = 1, 3, 2 do
        local a, b = rotate(z[k], z[k + 1], J*t)
        table.insert(x, a)
        table.insert(x, b)
      end
    end
    return x
  end,
  reversal = function (q, p) return { q[1], q[2], q[3], q[4], -p[1], -p[2], -p[3], -p[4] } end,
  initial = {
    default = { q = { "1/2", "1/2", "1/2", "1/2" }, p = { "0.575", "-0.225", "0.075", "-0.425" } },
    other   = { q = { 1, 0, 0, 0 }, p = { 0, "0.3", "-0.8", "0.4" } },
  },
  step = "0.1",
}
