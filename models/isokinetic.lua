-- A particle of constant speed: L = |q'|^2/2 - V with the constraint (|q'|^2 - 1)/2 = 0, nonlinear in the velocity, so that
-- p = (1 - l) q'.  Of 0 = H_l = (|p|^2/(1 - l)^2 - 1)/2 the solution with 1 - l > 0 is meant.
return model {
  title  = "Isokinetic motion",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), Propositions 5 and 6",
  kind   = "index-one",
  coordinates = { "x", "y" },
  multipliers = 1,
  hamiltonian = function (q, p, l)
    return (p.x^2 + p.y^2)/(2*(1 - l[1])) + "0.3"*cos(q.x) + "0.2"*cos(q.y) - l[1]/2
  end,
  multiplier = function (q, p) return { 1 - sqrt(p.x^2 + p.y^2) } end,
  reversal   = function (q, p) return { q.x, q.y, -p.x, -p.y } end,
  initial    = {
    default = { q = { "0.4", "0.1" }, p = { "0.6", "0.8" } },
    other   = { q = { "1/2", "-1/3" }, p = { "3/2", "-1/4" } },
  },
  step = "0.1",
}
