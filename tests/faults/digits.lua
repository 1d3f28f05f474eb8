-- A method of order 16 down to errors of 1e-48: what a coefficient wrong in its 30th digit needs to be seen.
return study {
  title       = "Coefficients to the last digit",
  source      = "",
  models      = { "point-vortices" },
  methods     = { "gauss-8" },
  projections = { "symmetric" },
  steps       = halving("0.1", 6),
  refine      = 2,
  witness     = { ["point-vortices"] = "half" },
  untiltime   = "1",
  precisions  = { 320 },
  measures    = { "energy_error" },
  claims      = { { id = "gauss", method = "gauss-*", projection = "symmetric", measure = "energy_error",
                    order = at_least "2*s", source = "Kraus (2017), table 2" } },
}
