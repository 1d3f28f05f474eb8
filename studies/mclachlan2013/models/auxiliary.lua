-- A generalized Hamiltonian with two multipliers that does not come from a constraint on velocities: 0 = H_l is a pair of
-- cubic equations in l, which are coupled.  H is convex in l, so that they have one solution; 0 lies near it.
return model {
  title  = "Two coupled auxiliary variables",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), Proposition 6",
  kind   = "index-one",
  coordinates = { "x", "y" },
  multipliers = 2,
  hamiltonian = function (q, p, l)
    return (p.x^2 + 2*p.y^2 + q.x^2 + 3*q.y^2)/2 - q.x*p.y/4 + l[1]*(q.x + p.y)/4 + l[2]*(q.y^2 - p.x)/3
      + l[1]^2/2 + l[2]^2 + (l[1]^2 + l[1]*l[2] + l[2]^2)^2
  end,
  multiplier_start = function () return { 0, 0 } end,
  initial = {
    default = { q = { "0.4", "0.1" }, p = { "0.6", "0.8" } },
    other   = { q = { "1/2", "-1/3" }, p = { "-3/4", "1/4" } },
  },
  step = "0.1",
}
