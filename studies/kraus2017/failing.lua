-- Approaches that fail: Kraus (2017), sections 3.6 and 3.7, claim K24.  The augmented method enforces the constraint at
-- the end of the step by a multiplier that the next step starts from; the discrete Hamilton-Pontryagin method is the
-- unprojected one in other words.
local tableaux = { "gauss-1", "gauss-2", "gauss-3", "srk-3" }
local claims = {}
for _, tableau in ipairs(tableaux) do
  table.insert(claims, {
    id = "K24-identity", text = "the Hamilton-Pontryagin method is the unprojected method", measure = "stable_steps",
    methods = "hamilton-pontryagin:" .. tableau, projection = "none", value = between("0.99", "1.01"),
    relative = { method = tableau }, source = "Kraus (2017), section 3.7",
  })
  table.insert(claims, {
    id = "K24", text = "the augmented method shares the instability of the unprojected method", measure = "stable_steps",
    methods = "augmented:" .. tableau, projection = "none", value = below "2000", source = "Kraus (2017), section 3.6",
  })
end

return study {
  title       = "Approaches that fail",
  source      = "Kraus (2017), sections 3.6 and 3.7",
  models      = { "guiding-centre-tokamak" },
  initial     = { "deeply-passing" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "srk-3", "augmented:gauss-1", "augmented:gauss-2",
                  "augmented:gauss-3", "augmented:srk-3", "hamilton-pontryagin:gauss-1", "hamilton-pontryagin:gauss-2",
                  "hamilton-pontryagin:gauss-3", "hamilton-pontryagin:srk-3" },
  projections = { "none" },
  steps       = each { "2.5" },
  untilsteps  = 5000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "stable_steps", "breakdown_step", "energy_error", "largest:constraint" },
  claims      = claims,
}
