-- Two pendulums, one on the other, of length and mass 1, with gravity 1.  The angles q are from below; with c = cos(q1 - q2)
-- the kinetic energy is (2 v1^2 + 2 c v1 v2 + v2^2)/2, and p = (2 v1 + c v2, c v1 + v2).
return model {
  title       = "Double pendulum in the plane",
  source      = "Landau, Lifshitz (1976), Mechanics, section 5, problem 1; its Hamiltonian is not separable",
  kind        = "hamiltonian",
  coordinates = { "a", "b" },
  hamiltonian = function (q, p)
    local c = cos(q.a - q.b)
    return (p.a^2 - 2*c*p.a*p.b + 2*p.b^2)/(2*(2 - c^2)) - 2*cos(q.a) - cos(q.b)
  end,
  reversal    = function (q, p) return { q.a, q.b, -p.a, -p.b } end,
  initial     = {
    default = { q = { "1/2", "-1/3" }, p = { "2/5", "1/5" } },
    other   = { q = { -1, "1/4" }, p = { "1/5", "-1/2" } },
  },
  step = "0.1",
}
