-- The claims of GSL on the steps of gsl_odeiv2, as a maintainer would gate them.  The driver is made by the command `build` of
-- library.json; then
--
--     assay gate studies/field/gsl
local function manual(line, text)
  return ("GSL 2.7 manual, doc/ode-initval.rst, line " .. line .. ": " .. text)
end

return study {
  title   = "GSL 2.7: gsl_odeiv2",
  methods = { "out/field/gsl/driver.so" },
  claims  = {
    claim { method = "gsl-rk2", order = 2, source = manual(223, "Explicit embedded Runge-Kutta (2, 3) method") },
    claim { method = "gsl-rk4", order = 4, source = manual(230, "Explicit 4th order (classical) Runge-Kutta") },
    claim { method = "gsl-rkf45", order = 5, source = manual(240, "Explicit embedded Runge-Kutta-Fehlberg (4, 5) method") },
    claim { method = "gsl-rkck", order = 5, source = manual(249, "Explicit embedded Runge-Kutta Cash-Karp (4, 5) method") },
    claim { method = "gsl-rk8pd", order = 8, source = manual(257, "Explicit embedded Runge-Kutta Prince-Dormand (8, 9) method") },
    claim { method = "gsl-rk1imp", order = 1, source = manual(263, "Implicit Gaussian first order Runge-Kutta") },
    claim { method = "gsl-rk2imp", order = 2, source = manual(272, "Implicit Gaussian second order Runge-Kutta") },
    claim { method = "gsl-rk4imp", order = 4, source = manual(279, "Implicit Gaussian 4th order Runge-Kutta") },
    claim { method = "gsl-bsimp", order = 12, source = manual(290, "gsl_odeiv2_step_order() of bsimp returns 12") },
  },
  expect  = {                                  -- too few steps lie between errors of a tenth and round-off
    { id = "gsl-rk8pd-order", verdict = "inconclusive" },
    { id = "gsl-bsimp-order", verdict = "inconclusive" },
  },
}
