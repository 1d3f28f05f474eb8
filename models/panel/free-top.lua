-- Euler's equations m' = m x (m/I) for the angular momentum in the frame of the body.  The matrix of the bracket depends on
-- the point, is singular, and keeps |m|^2 whatever the energy.
return model {
  title       = "Euler's equations of the free top",
  source      = "Hairer, Lubich, Wanner (2006), section VII.5, eq. (5.1), with moments of inertia 1, 2 and 3",
  kind        = "ode",
  coordinates = { "m1", "m2", "m3" },
  field       = function (x) return { -x.m2*x.m3/6, 2*x.m1*x.m3/3, -x.m1*x.m2/2 } end,
  hamiltonian = function (x) return x.m1^2/2 + x.m2^2/4 + x.m3^2/6 end,
  poisson     = function (x) return { { 0, -x.m3, x.m2 }, { x.m3, 0, -x.m1 }, { -x.m2, x.m1, 0 } } end,
  invariants  = { ["square-of-m"] = function (x) return x.m1^2 + x.m2^2 + x.m3^2 end },
  reversal    = function (x) return { -x.m1, -x.m2, -x.m3 } end,
  initial     = { default = { "0.8", "0.5", "-0.4" }, other = { "-0.3", 1, "0.6" } },
  step        = "0.1",
}
