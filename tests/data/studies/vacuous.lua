-- On the linear vortices nothing leaves the constraint: they cannot tell the projection from none.
return study { title = "Vacuous", models = { "point-vortices-linear", "point-vortices" },
  methods = { "gauss-1" }, projections = { "none", "symmetric" },
  steps = halving("0.1", 5), untiltime = "1", precisions = { 128 },
  measures = { "constraint_error:phi" },
  claims = { { id = "constraint", source = "Kraus (2017)", method = "gauss-1", projection = "symmetric",
    measure = "constraint_error:phi", exact = true } } }
