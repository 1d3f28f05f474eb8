-- The pair IIIB-IIIA without its null vector at h = 0.01 on the Lotka-Volterra model: Kraus (2017), section 5.1; claim K7.
-- At h = 0.1, and why: lotka-volterra-crash.lua.
--
-- A crash is here the step that cannot be made.  With two stages it comes where the paper has it; three do not crash, and the
-- paper has one number for all families with three: IIIA has it.
local claims = {
  { id = "K7-2-0.01-without", measure = "breakdown_step", value = between("175", "700"), projection = "none",
    text = "s = 2, h = 0.01: crashes after about 350 steps (IIIB without its null vector)",
    methods = "without-null-vector:lobatto-iiib-iiia-2", source = "Kraus (2017), section 5.1" },
  { id = "K7-IIIB-3", measure = "breakdown_step", value = above "4999", projection = "none", own = true,
    text = "IIIB with three stages and h = 0.01 makes all 5000 steps", source = "assay: measured",
    methods = "without-null-vector:lobatto-iiib-iiia-3" },
}

return study {
  title       = "The pair IIIB-IIIA without null vector, Lotka-Volterra",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "without-null-vector:lobatto-iiib-iiia-2", "without-null-vector:lobatto-iiib-iiia-3" },
  projections = { "none" },
  steps       = each { "0.01" },
  untiltime   = "50",
  precisions  = { "double" },
  measures    = { "breakdown_step" },
  claims      = claims,
}
