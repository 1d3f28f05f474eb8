-- The heavy top over 60 000 steps of t = 0.05: McLachlan and Scovel (1994), figure 1; claim S3.
--
-- On invariant circles the error of the energy neither grows nor drifts.  RK4, which leaves the symplectic leaves, is
-- there for contrast.
return study {
  title       = "The heavy top over 60 000 steps",
  source      = "McLachlan, Scovel (1994), figure 1",
  models      = { "heavy-top" },
  methods     = { "rattle", "rk4" },
  projections = { "none" },
  steps       = each { "0.05" },
  untilsteps  = 60000,
  history     = 1000,
  precisions  = { "double" },
  measures    = { "largest:energy", "final_part:energy", "invariant_error" },
  claims      = {
    { id = "S3-energy", text = "the energy error stays below a hundredth", method = "rattle", projection = "none",
      measure = "largest:energy", value = below "0.01", source = "McLachlan, Scovel (1994), figure 1" },
    { id = "S3-bounded", text = "and does not grow", method = "rattle", projection = "none",
      measure = "final_part:energy", value = between("0.5", "2"), source = "McLachlan, Scovel (1994), figure 1" },
  },
  figures     = {
    { name = "energy", title = "Energy error of the heavy top, t = 0.05", source = "McLachlan, Scovel (1994), section 6.2",
      kind = "history", channel = "energy", model = "heavy-top", precision = "double" },
  },
}
