-- Two rotors that pull at each other and at a wall, weakly.  Without the perturbation each turns evenly, which the drifts of
-- a splitting follow; kicks are the flow of the perturbation.
return model {
  title       = "Two rotors, weakly coupled",
  source      = "H = A + epsilon B, A = (a^2 + b^2)/2 + a b/3 of the momenta, B = cos a + cos(a - b) + sin(2 b)/2 of the angles; after Laskar, Robutel (2001), section 1",
  kind        = "hamiltonian",
  coordinates = { "a", "b" },
  secular     = { "a", "b" },
  parameters  = { epsilon = "1/10" },
  small       = "epsilon",
  hamiltonian = function (q, p, c)
    return (p.a^2 + p.b^2)/2 + p.a*p.b/3 + c.epsilon*(cos(q.a) + cos(q.a - q.b) + sin(2*q.b)/2)
  end,
  initial     = {
    default = { q = { "1/2", "-1/3" }, p = { 1, "3/5" } },
    other   = { q = { 1, "2/3" }, p = { "-1/2", "4/5" } },
  },
  step = "0.1",
}
