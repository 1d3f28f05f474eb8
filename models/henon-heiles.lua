return model {
  title  = "Model of Hénon and Heiles",
  source = "Hénon, Heiles (1964), Astron. J. 69, 73; Hairer, Lubich, Wanner (2006), section I.3, eq. (3.9)",
  kind   = "ode",                              -- x' = f(x)
  coordinates = { "q1", "q2", "p1", "p2" },
  field       = function (x)
    return { x.p1, x.p2, -x.q1 - 2 * x.q1 * x.q2, -x.q2 - x.q1^2 + x.q2^2 }
  end,
  hamiltonian = function (x)
    return (x.p1^2 + x.p2^2 + x.q1^2 + x.q2^2) / 2 + x.q1^2 * x.q2 - x.q2^3 / 3
  end,
  symplectic  = { { 0, 0, -1, 0 }, { 0, 0, 0, -1 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 } }, -- Om f = grad H
  reversal    = function (x) return { x.q1, x.q2, -x.p1, -x.p2 } end,
  initial     = { default = { "1/10", "1/5", "3/10", "1/5" }, other = { 0, "1/10", "2/5", 0 } }, -- of energies below 1/6
  step        = "0.1",
}
