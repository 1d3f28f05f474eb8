-- A quadratic Hamiltonian under two linear constraints G q = 0.  With the Hessian D of the potential, B = P D P and P the
-- projection onto the rows of G, the residuals r = P q and s = P p obey r' = s, s' = B r in the simplified formulation and
-- r' = -s, s' = B r in that of Dirac.  B has the eigenvalues 1 and 4, of (1, 1, 0, 0) and (0, 0, 1, -1).
return model {
  title  = "A quadratic Hamiltonian under linear constraints",
  source = "Leimkuhler, Reich (1994), section 3.3, eq. (20)-(23)",
  kind   = "hamiltonian",
  coordinates = { "x", "y", "z", "w" },
  hamiltonian = function (q, p)
    return (p.x^2 + p.y^2 + p.z^2 + p.w^2)/2 + (q.x^2 + 2*q.y^2 + 3*q.z^2 + 2*q.w^2)/2
      - q.x*q.y/2 - 3*q.z*q.w/2 + (q.x*q.z + q.y*q.w)/4
  end,
  constraints = function (q) return { q.x + q.y, q.z - q.w } end,
  initial = {
    default = { q = { 1, -1, "1/2", "1/2" }, p = { "1/2", "-1/2", 1, 1 } },
    beside  = { q = { "1 + 1e-9", -1, "1/2", "1/2" }, p = { "1/2", "-1/2", "1 + 2e-9", 1 }, off_manifold = true },
  },
  step = "0.01",
}
