-- Velocities on a cone: L = |q'|^2/2 - V with the constraint (x'^2 + y'^2 - k^2 z'^2)/2 = 0, nonlinear in the velocity.  Of
-- 0 = H_l = P^2/(2 (1 - l)^2) - k^2 p_z^2/(2 (1 + k^2 l)^2) that solution is meant where P/(1 - l) = k p_z/(1 + k^2 l).
local function radius(p) return sqrt(p.x^2 + p.y^2) end

return model {
  title  = "Velocities on a cone",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), Propositions 5 and 6",
  kind   = "index-one",
  coordinates = { "x", "y", "z" },
  parameters  = { k = "1/2" },
  multipliers = 1,
  hamiltonian = function (q, p, l, c)
    return (p.x^2 + p.y^2)/(2*(1 - l[1])) + p.z^2/(2*(1 + c.k^2*l[1])) + q.x^2/2 + q.y^2 + q.z^2/4
  end,
  multiplier = function (q, p, c)
    local P = radius(p)
    return { (c.k*p.z - P)/(c.k*(c.k*P + p.z)) }
  end,
  initial = {
    default = { q = { 1, 0, 0 }, p = { "0.2", "0.9", "0.5" } },
    other   = { q = { "1/2", "-1/3", "1/4" }, p = { "0.7", "-0.4", "0.6" } },
  },
  step = "0.1",
}
