-- Kepler's problem in a harmonic trap, which LAMMPS solves: a charge -1 about a charge 1, and a spring.
-- The data lie near the circles, on which a step of 1/4 is no large one.
return model {
  title  = "Kepler's problem in a harmonic trap",
  source = "H = (p1^2 + p2^2)/2 - 1/r + r^2/2; without the trap Hairer, Lubich, Wanner (2006), section I.2, eq. (2.2)-(2.3)",
  kind   = "hamiltonian",                      -- H(q, p)
  coordinates = { "q1", "q2" },
  hamiltonian = function (q, p, c)
    local square = q.q1^2 + q.q2^2
    return (p.q1^2 + p.q2^2) / 2 - 1 / sqrt(square) + square / 2
  end,
  reversal    = function (q, p, c) return { q.q1, q.q2, -p.q1, -p.q2 } end,
  initial     = { default = { q = { 1, 0 }, p = { 0, "7/5" } }, other = { q = { "6/5", 0 }, p = { "1/10", "3/2" } } },
  step        = "0.05",
}
