-- How fast residuals grow in the simplified formulation, over t = 2: Leimkuhler and Reich (1994), sections 3.3 and 3.4; claim
-- L7.  See residuals-standard.lua.  The rates are the roots of the eigenvalues of B, 1 and 2 under the linear constraints, and 2 |p| = 4 on
-- the pendulum: the last tenth has cosh 4/cosh 0.4 = 25.26 times the residuals of the first, on the pendulum
-- (2 cosh 8 + 4 sinh 8)/(2 cosh 0.8 + 4 sinh 0.8) = 1436 times.
local gauss = "runge-kutta:gauss-4" -- its own errors lie below the residuals
local claims = {}
local function claim(model, formulation, text, measure, low, high)
  table.insert(claims, { id = "L7-" .. formulation, text = text, model = model, method = gauss, projection = "none", measure = measure, value = between(low, high), sharp = true,
    source = "Leimkuhler, Reich (1994), section " .. (model == "free-pendulum" and "3.4" or "3.3") })
end

claim("linear-constraints", "simplified-dirac", "linear constraints, simplified formulation: a saddle with the rate 2",
      "final_part:constraint", "24.7", "25.8")
claim("free-pendulum", "simplified-dirac", "nonlinear constraint, simplified formulation: a saddle with the rate 2 |p|",
      "final_part:constraint", "1400", "1470")

return study {
  title       = "The saddle of the simplified formulation",
  source      = "Leimkuhler, Reich (1994), sections 3.3 to 3.5",
  models      = { "linear-constraints", "free-pendulum" },
  initial     = { "beside" },
  parameters  = { formulation = { "simplified-dirac" } },
  methods     = { gauss },
  projections = { "none" },
  steps       = each { "0.01" },
  untiltime   = "2",
  history     = 200,
  precisions  = { "double" },
  measures    = { "largest:constraint", "final_part:constraint" },
  claims      = claims,
}
