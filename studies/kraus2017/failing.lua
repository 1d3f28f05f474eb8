-- Approaches that fail: Kraus (2017), sections 3.6 and 3.7, claim K24.  The augmented method enforces the constraint by
-- a multiplier in the discrete action, and the next step starts off the constraint; the discrete Hamilton-Pontryagin
-- method is the unprojected method in other unknowns.
--
-- The massless charged particle, where the unprojected methods themselves are unstable, and Lotka-Volterra.  (The
-- augmented method needs det T != 0, which the guiding centre has not.)  A run is stable as long as it has not broken
-- down and its energy error has not exceeded 5 %.
local methods, claims = {}, {}
for _, tableau in ipairs { "gauss-1", "gauss-2", "gauss-3", "srk-3" } do
  local augmented, pontryagin = "augmented:" .. tableau, "hamilton-pontryagin:" .. tableau
  for _, method in ipairs { tableau, augmented, pontryagin } do table.insert(methods, method) end
  table.insert(claims, {
    id = "K24", text = "the augmented method is no more stable than the unprojected one", measure = "stable_steps",
    methods = augmented, projection = "none", value = below "1", relative = { method = tableau },
    source = "Kraus (2017), section 3.6",
  })
  table.insert(claims, {
    id = "K24-same", text = "the Hamilton-Pontryagin method breaks down where the unprojected method does",
    measure = "stable_steps", methods = pontryagin, projection = "none", model = "massless-charged-particle",
    value = between("0.99", "1.01"), relative = { method = tableau }, source = "Kraus (2017), section 3.7",
  })
end
table.insert(claims, {
  id = "K24-unstable", text = "the unprojected methods leave the constraint and break down", measure = "stable_steps",
  methods = { "gauss-*", "srk-3" }, projection = "none", model = "massless-charged-particle", value = below "20000",
  source = "Kraus (2017), section 3.5",
})

local function panels()
  local made = {}
  for _, tableau in ipairs { "gauss-1", "gauss-2", "gauss-3", "srk-3" } do
    table.insert(made, { title = tableau,
                         methods = { tableau, "augmented:" .. tableau, "hamilton-pontryagin:" .. tableau } })
  end
  return made
end

return study {
  title       = "Approaches that fail",
  source      = "Kraus (2017), sections 3.5 to 3.7",
  models      = { "massless-charged-particle", "lotka-volterra" },
  methods     = methods,
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 20000,
  history     = 500,
  precisions  = { "double" },
  measures    = { "stable_steps", "breakdown_step", "largest:constraint" },
  claims      = claims,
  figures     = {
    { name = "failing", title = "Distance from the constraint, massless charged particle", kind = "history",
      source = "Kraus (2017), sections 3.5 to 3.7", channel = "constraint", model = "massless-charged-particle",
      precision = "double", projection = "none", panels = panels() },
  },
}
