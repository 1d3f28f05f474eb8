-- Runs of more than two checkpoints (65536 steps each), with histories: what tests/kills.sh kills when it is asked to.
return study {
  title       = "Histories of long runs",
  source      = "",
  models      = { "lotka-volterra" },
  methods     = { "gauss-1", "gauss-3" },
  projections = { "none", "standard", "symmetric" },
  steps       = each { "0.1" },
  untilsteps  = 140000,
  history     = 70,
  precisions  = { "double" },
  measures    = { "stable_steps", "drift:energy", "final_part:energy", "largest:constraint", "growth:multiplier" },
  claims      = {
    { id = "stable", methods = { "gauss-1", "gauss-3" }, projection = "none", measure = "stable_steps", value = above "140000",
      source = "Kraus (2017), section 5.1" },
  },
  figures     = {
    { name = "energy", title = "Energy error", source = "", kind = "history", channel = "energy",
      model = "lotka-volterra", precision = "double", methods = { "gauss-1", "gauss-3" },
      panels = { { title = "None", projection = "none" }, { title = "Standard", projection = "standard" },
                 { title = "Symmetric", projection = "symmetric" } } },
  },
}
