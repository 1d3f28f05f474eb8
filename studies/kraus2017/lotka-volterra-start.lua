-- The first step of the variational trapezoidal rule, Lobatto IIIA-IIIB with two stages, without projection: Kraus (2017),
-- section 3.5; claim K4.  How it goes on: lotka-volterra-crash.lua.
--
-- "At once": after one step the momenta are off theta(q) by what a method of order one leaves, h^2/2 = 5e-5; the midpoint
-- rule, which stays near the constraint, leaves less than a hundredth of it.
return study {
  title       = "The first step of the variational trapezoidal rule, Lotka-Volterra",
  source      = "Kraus (2017), section 3.5",
  models      = { "lotka-volterra" },
  methods     = { "lobatto-iiia-iiib-2", "gauss-1" },
  projections = { "none" },
  steps       = each { "0.01" },
  untilsteps  = 1,
  precisions  = { "double" },
  measures    = { "constraint_error:phi", "largest:constraint" },
  claims      = {
    { id = "K4-first", text = "its first step leaves the constraint, by some h^2/2", measure = "constraint_error:phi",
      methods = "lobatto-iiia-iiib-2", projection = "none", value = above "1e-5",
      source = "Kraus (2017), section 3.5, figure 3" },
    { id = "K4-relative", text = "... a hundred times as far as that of the midpoint rule", measure = "largest:constraint",
      methods = "lobatto-iiia-iiib-2", projection = "none", value = above "100", relative = { method = "gauss-1" },
      source = "Kraus (2017), section 3.5, figure 3" },
  },
}
