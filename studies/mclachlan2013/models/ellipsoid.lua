-- A particle whose velocity lies on an ellipsoid: L = |q'|^2/2 - V with the constraint (x'^2 + a y'^2 + b z'^2 - 1)/2 = 0,
-- nonlinear in the velocity, so that p = ((1 - l) x', (1 - a l) y', (1 - b l) z').  0 = H_l is an equation of degree 6 in l,
--
--     p_x^2/(1 - l)^2 + a p_y^2/(1 - a l)^2 + b p_z^2/(1 - b l)^2 = 1,
--
-- which has no solution in closed form.  With l < 1 there is one; it lies near that of a sphere through the same momenta.
return model {
  title  = "Velocities on an ellipsoid",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), Propositions 5 and 6",
  kind   = "index-one",
  coordinates = { "x", "y", "z" },
  parameters  = { a = "1/2", b = "1/3" },
  multipliers = 1,
  hamiltonian = function (q, p, l, c)
    return p.x^2/(2*(1 - l[1])) + p.y^2/(2*(1 - c.a*l[1])) + p.z^2/(2*(1 - c.b*l[1])) - l[1]/2
      + "0.3"*cos(q.x) + "0.2"*cos(q.y) + q.x*q.z/5 + q.z^2/4
  end,
  multiplier_start = function (q, p, c) return { 1 - sqrt(p.x^2 + c.a*p.y^2 + c.b*p.z^2) } end,
  reversal = function (q, p) return { q.x, q.y, q.z, -p.x, -p.y, -p.z } end,
  initial  = {
    default = { q = { "0.4", "0.1", "-0.2" }, p = { "0.6", "0.8", "0.7" } },
    other   = { q = { "1/2", "-1/3", "1/4" }, p = { "1", "-1/4", "4/5" } },
  },
  step = "0.1",
}
