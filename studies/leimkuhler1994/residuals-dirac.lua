-- What becomes of residuals of 1e-9 and 2e-9 under linear constraints and beside the manifold of the pendulum, over t = 100:
-- Leimkuhler and Reich (1994), sections 3.3 to 3.5; claim L7.  The saddle of the simplified formulation: residuals-saddle.lua.
--
-- What is expected follows from the linear equations of the paper.  Standard: psi stays, g grows by psi t; the largest of the
-- last tenth over that of the first is 200/20, and 201/21 on the pendulum.  Weak: 1.  Dirac: they turn around a centre, with
-- the amplitudes 2e-9 and sqrt(2^2 + 4^2) 1e-9.
local gauss = "runge-kutta:gauss-4" -- its own errors lie below the residuals
local claims = {}
local function claim(model, formulation, text, measure, low, high)
  table.insert(claims, { id = "L7-" .. formulation, text = text, model = model, method = gauss, projection = "none", measure = measure, value = between(low, high), sharp = true,
    source = "Leimkuhler, Reich (1994), section " .. (model == "free-pendulum" and "3.4" or "3.3") })
end

for model, amplitude in pairs { ["linear-constraints"] = { "1.99e-9", "2.01e-9" }, ["free-pendulum"] = { "4.42e-9", "4.52e-9" } } do
  claim(model, "dirac", "Dirac's formulation: the residuals do not grow", "final_part:constraint", "0.98", "1.02")
  claim(model, "dirac", "... and have the amplitude of the centre", "largest:constraint", amplitude[1], amplitude[2])
end

return study {
  title       = "Residuals of constraints, formulation dirac",
  source      = "Leimkuhler, Reich (1994), sections 3.3 to 3.5",
  models      = { "linear-constraints", "free-pendulum" },
  initial     = { "beside" },
  parameters  = { formulation = { "dirac" } },
  methods     = { gauss },
  projections = { "none" },
  steps       = each { "0.01" },
  untiltime   = "100",
  history     = 200,
  precisions  = { "double" },
  measures    = { "largest:constraint", "final_part:constraint" },
  claims      = claims,
}
