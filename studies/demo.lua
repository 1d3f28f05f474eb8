-- What assay does, in half a minute: three methods with five projections on two models, two tables and a figure.
--
-- Without a projection the variational integrators leave the constraint manifold p = theta(q) and lose half of their
-- order when the number of stages is even; with the symmetric or the symplectic projection they keep it.  The claim
-- that no projection is needed is made here in order to be refuted.
local order = at_least "2*s"
local source = "the order of the tableau; Kraus (2017), table 2"

local function claim(id, text, model, projection)
  return { id = id, text = text, model = model, methods = { "gauss-*" }, projection = projection,
           measure = "energy_error", order = order, source = source }
end

return study {
  title       = "Projections and the order of the energy error",
  source      = "Kraus (2017), sections 5.1, 5.2 and 5.5",
  models      = { "lotka-volterra", "point-vortices" },
  methods     = { "gauss-1", "gauss-2", "srk-3" },
  projections = "all",
  steps       = { ["lotka-volterra"] = halving("0.1", 6), ["point-vortices"] = halving("0.2", 6) },
  refine      = 4, -- up to four halvings more where two terms of the error have not separated yet
  witness     = { ["point-vortices"] = "half" }, -- a refutation takes two sets of initial data
  untiltime   = "4",
  precisions  = { "double", 128 },
  measures    = { "energy_error" },
  claims      = {
    claim("symmetric", "the symmetric projection keeps the order 2s", nil, "symmetric"),
    claim("symplectic", "the symplectic projection keeps the order 2s", nil, "symplectic"),
    claim("unprojected", "no projection is needed for the order 2s", "point-vortices", "none"),
  },
  expect      = { { id = "unprojected", verdict = "refuted" } },
  tables      = {
    { name = "lotka-volterra", title = "Orders of the energy error, Lotka-Volterra", source = "",
      model = "lotka-volterra", measure = "energy_error", precision = 128 },
    { name = "point-vortices", title = "Orders of the energy error, point vortices", source = "Kraus (2017), table 2",
      model = "point-vortices", measure = "energy_error", precision = 128 },
  },
  figures     = {
    { name = "errors", title = "Energy error against the step, point vortices", source = "Kraus (2017), figure 20",
      model = "point-vortices", measures = { "energy_error" }, precision = 128 },
  },
}
