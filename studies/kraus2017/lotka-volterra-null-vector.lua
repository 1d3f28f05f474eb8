-- The pair IIIB-IIIA without its null vector at h = 0.01 on the Lotka-Volterra model: Kraus (2017), section 5.1; claim K7.
-- At h = 0.1, and why: lotka-volterra-crash.lua.
--
-- A crash is here the step that cannot be made.  With two stages it comes where the paper has it; three do not crash.
local claims = {}
for stages, value in pairs { ["2"] = between("175", "700"), ["3"] = between("500", "2000") } do
  table.insert(claims, {
    id = "K7-" .. stages .. "-0.01-IIIB-without", measure = "breakdown_step", value = value, projection = "none",
    text = "IIIB, s = " .. stages .. ", h = 0.01, without null vector: crashes after about " ..
    (stages == "2" and "350" or "1000") .. " steps", methods = "without-null-vector:lobatto-iiib-iiia-" .. stages,
    source = "Kraus (2017), section 5.1", condition = "with two stages",
  })
end

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
  expect      = { { id = "K7-3-0.01-IIIB-without", verdict = "refuted" } },
}
