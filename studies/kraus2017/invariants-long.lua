-- Whether the errors of Poincare's first invariant stay bounded in a field that is not as easy as that of section 5.6 of
-- Kraus (2017): claim K31; and how much less the symmetric projection drifts than the standard one, claim K28.  The loop
-- of invariants.lua about two point vortices, for eight times as long; by then it is sheared so much that it takes 512
-- points.
--
-- The growth is the exponent of t in the largest error of intervals that double in length.
local methods = { "gauss-1", "gauss-2", "srk-3" }
local claims = {}
for _, projection in ipairs { "symmetric", "symplectic", "midpoint" } do
  table.insert(claims, {
    id = "K31", text = "in harder fields the errors of the invariants stay bounded with the " .. projection ..
    " projection", measure = "growth:poincare_1:noncanonical", methods = methods, projection = projection,
    grows = "bounded", source = "Kraus (2017), section 5.6",
    condition = "not the symmetric and the midpoint projection of two stages",
  })
end
table.insert(claims, {
  id = "K31-standard", text = "with the standard projection they drift", measure = "growth:poincare_1:noncanonical",
  methods = methods, projection = "standard", grows = "secular", source = "Kraus (2017), section 5.6",
})
table.insert(claims, {
  id = "K28-accumulated", text = "the drift with the symmetric projection is much smaller (a tenth) than with the standard "
  .. "one", measure = "poincare_1:noncanonical", methods = methods, projection = "symmetric", value = below "0.1",
  relative = { projection = "standard" }, source = "Kraus (2017), section 4.3",
})

return study {
  title       = "Growth of an integral invariant of point vortices",
  source      = "Kraus (2017), section 5.6",
  models      = { "point-vortices" },
  methods     = methods,
  projections = { "standard", "symmetric", "symplectic", "midpoint" },
  steps       = each { "0.1" },
  untiltime   = "48",
  history     = 240,
  points      = 512,
  precisions  = { "double" },
  measures    = { "poincare_1:noncanonical", "growth:poincare_1:noncanonical" },
  claims      = claims,
  expect      = { -- one or three stages set no new record late in the run: a longer one would tell
    { id = "*/*/gauss-2/symmetric/*/growth:*", verdict = "refuted" },
    { id = "*/*/gauss-2/midpoint/*/growth:*", verdict = "refuted" },
    { id = "*/*/gauss-1/symplectic/*/growth:*", verdict = "inconclusive" },
    { id = "*/*/gauss-1/midpoint/*/growth:*", verdict = "inconclusive" },
    { id = "*/*/srk-3/symplectic/*/growth:*", verdict = "inconclusive" },
    { id = "*/*/srk-3/midpoint/*/growth:*", verdict = "inconclusive" },
  },
  figures     = {
    { name = "growth", title = "First invariant of point vortices, noncanonical", kind = "history",
      source = "Kraus (2017), section 5.6", channel = "poincare_1:noncanonical", model = "point-vortices",
      precision = "double", methods = methods,
      panels = {
        { title = "Standard", projection = "standard" }, { title = "Symmetric", projection = "symmetric" },
        { title = "Symplectic", projection = "symplectic" }, { title = "Midpoint", projection = "midpoint" },
      } },
  },
}
