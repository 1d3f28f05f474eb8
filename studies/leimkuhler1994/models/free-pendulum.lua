-- The pendulum without gravity, beside its manifold.  To first order the residuals obey phi' = psi, psi' = 4 |p|^2 phi in
-- the simplified formulation and phi' = -psi, psi' = 4 |p|^2 phi in that of Dirac, with |p| = 2.
return model {
  title  = "Planar pendulum without gravity, beside its manifold",
  source = "Leimkuhler, Reich (1994), section 3.4",
  kind   = "hamiltonian",
  coordinates = { "x", "y" },
  hamiltonian = function (q, p) return (p.x^2 + p.y^2)/2 end,
  constraints = function (q) return { (q.x^2 + q.y^2 - 1)/2 } end,
  initial = {
    default = { q = { 1, 0 }, p = { 0, -2 } },
    beside  = { q = { "1 + 1e-9", 0 }, p = { "2e-9", -2 }, off_manifold = true },
  },
  step = "0.01",
}
