-- A gate of some seconds: one method with one projection, whose claims are compared with methods and projections that
-- this study does not name.
--
-- What fails on other models is known from the panel (studies/panel.lua), and is run here as well: on Lotka-Volterra
-- every projection of Gauss's methods is symplectic, so that this says nothing of the symplectic one.
local kraus = "Kraus (2017), section 4.4, eq. 115"

return study {
  title       = "One method with one projection, compared with what fails elsewhere",
  source      = "",
  models      = { "lotka-volterra", "massless-charged-particle" },
  methods     = { "gauss-1" },
  projections = { "symplectic" },
  steps       = halving("0.1", 4),
  untilsteps  = 2,
  precisions  = { 128 },
  measures    = { "symplectic_defect" },
  verdicts    = 2,
  claims      = { { id = "K22-step", measure = "symplectic_defect", methods = { "gauss-1" }, projection = "symplectic",
                    exact = true, source = kraus } },
  expect      = { { id = "lotka-volterra", verdict = "vacuous" } },
}
