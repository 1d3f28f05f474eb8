-- Can the test of figure 5 tell a symplectic method from another?  McLachlan, Modin, Verdier & Wilkins (2013), section 5;
-- claim I4.
--
-- The figure differences trajectories that start 1e-8 apart, 100 steps of 0.1 in the bowl, and finds that their bilinear form
-- changes near round-off.  But the form itself is of the size 1e-16, near round-off, for every method, and changes by less
-- than its own size for every method that is accurate to a digit.  `bilinear_defect:paper` is the change divided by the
-- form: the bound of the figure is 1.  I4-figure asks whether the midpoint rule meets it, I4-control whether rk4 does,
-- which is not symplectic.  With the exact Jacobian of a step (I4, in convergence.lua) the two are told apart.
local function test(id, method, text)
  return { id = id, text = text, methods = method, projection = "none", measure = "bilinear_defect:paper",
           value = below "1", source = "McLachlan, Modin, Verdier, Wilkins (2013), figure 5" }
end

return study {
  title       = "What the differences of figure 5 can tell",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013), section 5",
  models      = { "bicycle-surface" },
  methods     = { "index-one:gauss-1", "rk4" },
  projections = { "none" },
  steps       = each { "0.1" },
  untiltime   = "10",
  precisions  = { "double" },
  measures    = { "bilinear_defect:paper", "bilinear_defect", "symplectic_defect" },
  claims      = {
    test("I4-figure", "index-one:gauss-1", "the bilinear form of nearby trajectories changes near round-off"),
    test("I4-control", "rk4", "... and that of rk4, which is not symplectic, does so too: the test of figure 5 cannot tell them apart"),
  },
}
