-- The system of hopf-sphere.lua in the potential q1 + q3^2/2.
return model {
  title  = "Horizontal motions on the three-sphere in a potential",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), Propositions 7 and 8",
  kind   = "index-one",
  coordinates = { "q1", "q2", "q3", "q4" },
  velocity_constraints = function (q) return { { -q[2], q[1], -q[4], q[3] } } end,
  constraints = function (q) return { (q[1]^2 + q[2]^2 + q[3]^2 + q[4]^2 - 1)/2 } end,
  potential = function (q) return q[1] + q[3]^2/2 end,
  reversal = function (q, p) return { q[1], q[2], q[3], q[4], -p[1], -p[2], -p[3], -p[4] } end,
  initial = {
    default = { q = { "1/2", "1/2", "1/2", "1/2" }, p = { "0.575", "-0.225", "0.075", "-0.425" } },
    other   = { q = { 1, 0, 0, 0 }, p = { 0, "0.3", "-0.8", "0.4" } },
  },
  step = "0.1",
}
