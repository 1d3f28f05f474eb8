-- Everything there is: every model with all of its initial data, every method that is listed, every projection.
--
-- Nothing is named here that can be enumerated, so that a new model, method or projection joins by itself: steps, final
-- times and bits are found for each model (harness/plan/default_steps.c).  All listed methods are run: the cost of a step
-- grows so slowly with the stages (gauss-6 takes some two and a half times as long as gauss-2) that leaving out the high
-- orders would save little, and they are the ones that tell a wrong digit of a coefficient.
--
-- What is claimed is what the families claim of themselves (assay show METHOD), with the projections that keep it: the
-- order with those that restore it, symmetry and reversibility with the symmetric ones, the constraint with all of them.
return study {
  title       = "Every model, method and projection",
  source      = "",
  page        = "matrix",
  models      = "*",
  
  methods     = { "all", "../examples/*.lua" },
  projections = "all",
  steps       = automatic(5),
  refine      = 3, -- up to four more where two terms of the error have not separated yet
  untilsteps  = 12,
  precisions  = { "double", "automatic" },
  measures    = { "all", "reversibility_defect" },
  ensemble    = 1, -- the growth of a run's own error
  points      = 16,
  side        = 7,
  also        = { -- single runs in double of so many steps of h0
    { name = "long", steps = 10000, measures = { "growth:*", "drift:*" } },
    { name = "loops", steps = 100, measures = { "poincare_1:*", "poincare_2:*", "bilinear_defect" } },
  },
  claims      = {
    families = true,
    { id = "K26", text = "For linear theta the unprojected methods with abar = a stay on p = theta(q)",
          about = "model", model = "point-vortices-linear", methods = { "gauss-*", "srk-*" }, projection = "none",
          measure = "constraint_error:phi", exact = true, source = "Kraus (2017), section 3.5" },
  },
}
