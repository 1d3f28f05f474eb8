-- Whether solutions of Gauss methods without projection split into two branches: Kraus (2017), section 5.3, figure 13; claim
-- K13.
--
-- What lies off the constraint manifold is multiplied in each step by a number near R(infinity), which is -1 for odd s and +1
-- for even s.  Less than 1 away from it, the multiplier has its sign: with odd s the distance from the constraint changes sign
-- in each step, and steps in turn lie on two branches; with even s it does not, and there is one.
local claims = {}
for name, methods in pairs { odd = { "gauss-1", "gauss-3", "gauss-5" }, even = { "gauss-2", "gauss-4", "gauss-6" } } do
  table.insert(claims, {
    id = "K13-branches-" .. name, measure = "parasitic:departure", methods = methods, projection = "none", value = below "0.5",
    source = "Kraus (2017), section 5.3, figure 13",
    text = name == "odd" and "Gauss with an odd number of stages: the solution has two branches (multipliers near -1)" or
      "... with an even number one (multipliers near +1)",
  })
end

return study {
  title       = "Branches of the solutions of unprojected Gauss methods",
  source      = "Kraus (2017), section 5.3",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-passing", "deeply-passing" },
  methods     = { "gauss-*" },
  projections = { "none" },
  steps       = each { "2.5" },
  untilsteps  = 1,
  precisions  = { "double" },
  measures    = { "parasitic", "parasitic:departure" },
  claims      = claims,
}
