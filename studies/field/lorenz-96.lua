-- Quadratic and neither Hamiltonian nor reversible, as the model of 1963, with eight coordinates whose errors do not pass
-- through zero at the same time, so that orders of 8 and more have steady slopes above round-off.
local names = { "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8" }
local around = { "x7", "x8", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x1" } -- from two before the first

return model {
  title  = "Model of Lorenz of 1996",
  source = "Lorenz (1996), Predictability: a problem partly solved, ECMWF seminar on predictability, eq. (1)",
  kind   = "ode",                              -- x_i' = (x_(i+1) - x_(i-2)) x_(i-1) - x_i + F
  coordinates = names,
  parameters  = { F = 3 },
  field       = function (x, c)
    local rates = {}
    for i, name in ipairs(names) do
      rates[i] = (x[around[i + 3]] - x[around[i]]) * x[around[i + 1]] - x[name] + c.F
    end
    return rates
  end,
  initial     = {
    default = { 1, "-1/2", "3/2", 2, -1, "1/2", "5/2", "-3/2" },
    other   = { -1, 2, "1/2", "-3/2", 1, "3/2", "-1/2", 1 },
  },
  step        = "0.1",
}
