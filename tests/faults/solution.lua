-- The distance from the reference at the end: what the energy cannot see, time that stands still or runs backwards.
return study {
  title       = "Orders of the solution",
  source      = "",
  models      = { "point-vortices" },
  methods     = { "gauss-2", "srk-3", "lobatto-iiia-iiib-3" },
  projections = { "symmetric" },
  steps       = halving("0.1", 5),
  refine      = 2,
  witness     = { ["point-vortices"] = "half" },
  untiltime   = "1",
  precisions  = { 200 },
  measures    = { "solution_error" },
  claims      = { { id = "order", methods = { "gauss-2", "srk-3", "lobatto-iii*" }, projection = "symmetric",
                    measure = "solution_error", order = at_least "4", source = "Kraus (2017), section 5.5" } },
}
