-- Two of everything that a key depends on, with other values each: tests/plan/keys_test.sh.
return study {
  title       = "pairs",
  models      = { "./pair.lua" },
  parameters  = { rate = { "1", "3/2" }, stiffness = { "1", "5/4" } },
  initial     = { "default", "second", "random-7-2" },
  methods     = { "gauss-1", "./tableau.lua", "./composition.lua", exec { cmd = "sh ./program.sh one two", depends = { "./program.sh", "./data" } } },
  projections = { "none", "./row.lua" },
  steps       = each { "1/4", "1/10" },
  untiltime   = "1",
  precisions  = { "double", 100 },
  measures    = { "energy_error", "cost" },
}
