-- Errors of the free double spherical pendulum as they grow, by the constraint algorithm and by the midpoint rule on the
-- equations with eliminated multipliers: McLachlan and Scovel (1994), figure 2; claim S6.
--
-- The midpoint rule acts here on q' = H_p, p' = -H_q - G^T mu(q, p), whose flow stays near the manifold; the paper's
-- competitor is the Hamiltonian system of H + mu(q, p).g in all of R^2n, of which nothing is claimed here.
return study {
  title       = "Errors of the double spherical pendulum",
  source      = "McLachlan, Scovel (1994), figure 2",
  models      = { "double-spherical-pendulum" },
  parameters  = { g = { "0" } },
  methods     = { "rattle", "runge-kutta:gauss-1" },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 1000,
  history     = 500,
  precisions  = { "double" },
  measures    = { "solution_error", "largest:constraint", "largest:energy", "constraint_error:g" },
  claims      = {
    { id = "S6-constraints", text = "its constraints are lost", method = "runge-kutta:gauss-1", projection = "none",
      measure = "constraint_error:g", value = above "0.0001", source = "McLachlan, Scovel (1994), figure 2" },
  },
  figures     = {
    { name = "fig2", title = "Constraints of the double spherical pendulum, t = 0.1", source = "McLachlan, Scovel (1994), figure 2",
      kind = "history", channel = "constraint", model = "double-spherical-pendulum", precision = "double" },
  },
}
