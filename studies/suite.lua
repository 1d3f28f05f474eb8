-- The suite: every method that a family gives to it, with every projection, on every model.  `make suite` runs it.
--
-- Nothing is named here that can be enumerated, so that a new model, method or projection joins by itself.  Each family says
-- which of its members are taken (integrators/methods/method_families.c); steps, times and bits are found for each model
-- (harness/plan/default_steps.c).  Pairs that do not apply are counted by their reason.
--
-- What is claimed is what the families claim of themselves (assay show METHOD), with the projections that keep it.
--
-- The time is a dozen of the largest steps: an order needs no more, and a pair then takes a third of a second.
return study {
  title       = "Every model, method and projection",
  source      = "",
  page        = "matrix",
  models      = "*",
  methods     = { "all", "../examples/*.lua" },
  projections = "all",
  steps       = automatic(5),
  refine      = 3, -- up to three more where two terms of the error have not separated yet
  untilsteps  = 12,
  precisions  = { "double", "automatic" },
  measures    = { "all", "reversibility_defect", "bilinear_defect" },
  ensemble    = 1, -- the growth of a run's own error
  points      = 16,
  side        = 7,
  also        = { -- single runs in double of so many steps of h0
    { name = "long", steps = 10000, measures = { "growth:*", "drift:*" } },
    { name = "loops", steps = 100, measures = { "poincare_1:*", "poincare_2:*" } },
  },
  claims      = {
    families = true,
    { id = "K26", text = "For linear theta the unprojected methods with abar = a stay on p = theta(q)",
          about = "model", model = "point-vortices-linear", methods = { "gauss-*", "srk-*" }, projection = "none",
          measure = "constraint_error:phi", exact = true, source = "Kraus (2017), section 3.5" },
  },
}
