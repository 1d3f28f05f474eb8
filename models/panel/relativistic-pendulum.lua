-- A pendulum whose mass grows with its speed, of rest mass and speed of light 1: the velocity is no multiple of p.
return model {
  title       = "Relativistic pendulum",
  source      = "H(q, p) = sqrt(1 + p^2) - cos q, whose kinetic energy is not quadratic",
  kind        = "hamiltonian",
  coordinates = { "q" },
  hamiltonian = function (q, p) return sqrt(1 + p.q^2) - cos(q.q) end,
  reversal    = function (q, p) return { q.q, -p.q } end,
  initial     = {
    default = { q = { "1/2" }, p = { "4/5" } },
    other   = { q = { "-1" }, p = { "1/3" } },
  },
  step = "0.1",
}
