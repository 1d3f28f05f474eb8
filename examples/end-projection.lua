-- A projection is a row of a table: where the start is perturbed and the end projected, with which weights, and which
-- multiplier perturbs.  This one is the symmetric projection with the two places exchanged: it perturbs with T at the
-- end of the step and projects with T at its start.  assay audit gauss-2 --projection examples/end-projection.lua
return projection {
  name       = "exchanged",
  perturb    = { at = "q1", weight = "1" },
  project    = { at = "q0", weight = "R" },
  multiplier = "same",
  claims     = { order = 4, symmetric = true },
}
