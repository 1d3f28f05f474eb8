-- What becomes of residuals of 1e-9 and 2e-9 under linear constraints and beside the manifold of the pendulum: Leimkuhler and
-- Reich (1994), sections 3.3 to 3.5; claim L7.  Over t = 100; in the simplified formulation, whose residuals grow too fast for
-- that, over t = 2.
--
-- What is expected follows from the linear equations of the paper.  Standard: psi stays, g grows by psi t; the largest of the
-- last tenth over that of the first is 200/20, and 201/21 on the pendulum.  Weak: 1.  Dirac: they turn around a centre, with
-- the amplitudes 2e-9 and sqrt(2^2 + 4^2) 1e-9.  Simplified: a saddle, whose rates are the roots of the eigenvalues of B, 1 and
-- 2 under the linear constraints, and 2 |p| = 4 on the pendulum: the last tenth has cosh 4/cosh 0.4 = 25.26 times the residuals
-- of the first, on the pendulum (2 cosh 8 + 4 sinh 8)/(2 cosh 0.8 + 4 sinh 0.8) = 1436 times.
local gauss = "runge-kutta:gauss-4" -- its own errors lie below the residuals
local linear, pendulum = "linear-constraints", "free-pendulum"
local formulations, claims = { "standard", "weak-dirac", "dirac", "simplified-dirac" }, {}
local function data(formulation)
  return formulation == "standard" and "beside" or "beside[formulation=" .. formulation .. "]"
end
local function claim(model, formulation, text, measure, low, high)
  table.insert(claims, { id = "L7-" .. formulation, text = text, model = model, initial = data(formulation), method = gauss,
                         projection = "none", measure = measure, value = between(low, high), sharp = true,
                         source = "Leimkuhler, Reich (1994), section " .. (model == pendulum and "3.4" or "3.3") })
end

claim(linear, "standard", "linear constraints, standard equations: the residuals grow linearly", "final_part:constraint",
      "9.9", "10.1")
claim(pendulum, "standard", "nonlinear constraint, standard equations: the residuals grow linearly", "final_part:constraint",
      "9.4", "9.75")
for _, model in ipairs { linear, pendulum } do
  claim(model, "weak-dirac", "weak formulation: the residuals stay what they are", "final_part:constraint", "0.999", "1.001")
  claim(model, "weak-dirac", "... of the size that they had", "largest:constraint", "1.99e-9", "2.01e-9")
  claim(model, "dirac", "Dirac's formulation: the residuals do not grow", "final_part:constraint", "0.98", "1.02")
end
claim(linear, "dirac", "... and have the amplitude of the centre", "largest:constraint", "1.99e-9", "2.01e-9")
claim(pendulum, "dirac", "... and have the amplitude of the centre", "largest:constraint", "4.42e-9", "4.52e-9")
claim(linear, "simplified-dirac", "linear constraints, simplified formulation: a saddle with the rate 2",
      "final_part:constraint", "24.7", "25.8")
claim(pendulum, "simplified-dirac", "nonlinear constraint, simplified formulation: a saddle with the rate 2 |p|",
      "final_part:constraint", "1400", "1470")

local steps = {}
for _, model in ipairs { linear, pendulum } do
  steps[model] = each { "0.01" }
  steps[model .. "/" .. data "simplified-dirac"] = each { "0.0002" }
end

return study {
  title       = "Residuals of constraints",
  source      = "Leimkuhler, Reich (1994), sections 3.3 to 3.5",
  models      = { linear, pendulum },
  initial     = { "beside" },
  parameters  = { formulation = formulations },
  methods     = { gauss },
  projections = { "none" },
  steps       = steps,
  untilsteps  = 10000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "largest:constraint", "final_part:constraint" },
  claims      = claims,
}
