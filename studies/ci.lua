-- A gate of under a minute: every method with every projection once, on the vortices, over a short time.
--
-- What is claimed is what the families claim, with the projections that restore the order.
local claims = {}
local function claim(id, methods, order)
  for _, projection in ipairs { "symmetric", "symplectic" } do
    table.insert(claims, {
      id = id, methods = methods, projection = projection, measure = "energy_error", order = at_least(order),
      source = "the families' own claims, Kraus (2017), table 2",
    })
  end
end
claim("gauss", { "gauss-*" }, "2*s")
claim("srk", { "srk-3" }, "4")
claim("lobatto", { "lobatto-iiia-iiib-*", "lobatto-iiib-iiia-*", "lobatto-iiid-*", "lobatto-iiie-*" }, "2*s - 2")
table.insert(claims, {
  id = "radau", method = "radau-iia-*", projection = "none", measure = "energy_error", order = at_least "2*s - 1",
  source = "Hairer, Wanner (1996), section IV.5",
})

return study {
  title       = "Every method with every projection, over a short time",
  source      = "",
  models      = { "point-vortices" },
  methods     = { "gauss-*", "srk-3", "lobatto-*", "radau-iia-*", "rk4" },
  projections = "all",
  steps       = halving("0.2", 5),
  refine      = 2,
  untiltime   = "1",
  precisions  = { 200 },
  measures    = { "energy_error" },
  claims      = claims,
}
