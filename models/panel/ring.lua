-- Seven coordinates on a ring, no two of which are alike: what a method does to the last of many coordinates, behind blocks
-- of two, three or four of them, is seen.
local names = { "x1", "x2", "x3", "x4", "x5", "x6", "x7" }
local around = { "x2", "x3", "x4", "x5", "x6", "x7", "x1", "x2", "x3" } -- from the one behind the first

return model {
  title       = "Ring of seven coordinates",
  source      = "x_i' = (1 + 1/i) sin(x_(i+1)) - i x_i/20 + x_(i+2) x_(i+3)/4 - x_i^3/10",
  kind        = "ode",
  coordinates = names,
  field       = function (x, c)
    local rates = {}
    for i, name in ipairs(names) do
      rates[i] = (1 + "1"/i)*sin(x[around[i]]) - x[name]*i/20 + x[around[i + 1]]*x[around[i + 2]]/4 - x[name]^3/10
    end
    return rates
  end,
  initial     = {
    default = { 1, "-1/2", "3/4", "1/3", -1, "3/2", "2/5" },
    other   = { "-1/2", 1, "-1/4", "3/5", "1/2", "-1/3", "-6/5" },
  },
}
