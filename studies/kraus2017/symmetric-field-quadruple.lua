-- Poincare's first integral invariant in a field with rotational symmetry in quadruple precision (113 bits), where
-- double hides what is asked: Kraus (2017), section 5.6, figure 23; claims K20, K21, K23 and K32.  In double:
-- symmetric-field.lua.
local claims = {}
local function claim(id, text, methods, projection, figure, what)
  what.id, what.text, what.methods, what.projection = id, text, methods, projection
  what.measure = (what.grows and "growth:" or "") .. "poincare_1:noncanonical"
  what.own = not figure -- the paper does not say it
  what.source = figure and "Kraus (2017), section 5.6, figure " .. figure or "assay: measured"
  table.insert(claims, what)
end
local shown = { "gauss-1", "gauss-2", "srk-3" }

claim("K20-1-quadruple", "standard projection: the invariant drifts", shown, "standard", "23 d-f", { grows = "secular" })
claim("K32-1-quadruple", "standard projection, three stages and more: it drifts too, below what double shows",
      { "gauss-3", "gauss-4" }, "standard", nil, { grows = "secular" })
claim("K21-1-quadruple", "symmetric projection: the invariant is exact", shown, "symmetric", "23 g-i", { exact = true })
claim("K23-1-quadruple", "midpoint projection: the invariant is exact, even for two stages", shown, "midpoint",
      "23 m-o", { exact = true })

return study {
  title       = "First integral invariant in quadruple precision",
  source      = "Kraus (2017), section 5.6",
  models      = { "guiding-centre-symmetric" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
  projections = { "standard", "symmetric", "midpoint" },
  steps       = each { "10" },
  untilsteps  = 100,
  history     = 50,
  points      = 128,
  precisions  = { 113 },
  measures    = { "poincare_1:noncanonical", "growth:poincare_1:noncanonical" },
  claims      = claims,
  expect      = { -- the field is easy
    { id = "K21-1-quadruple", verdict = "vacuous" },
    { id = "K23-1-quadruple", verdict = "vacuous" },
    { id = "guiding-centre-symmetric/*/*/symmetric/113/poincare_1:noncanonical", verdict = "vacuous" },
    { id = "guiding-centre-symmetric/*/*/midpoint/113/poincare_1:noncanonical", verdict = "vacuous" },
  },
  figures     = {
    { name = "quadruple", title = "First invariant with standard projection, 113 bits", kind = "history",
      source = "Kraus (2017), section 5.6", channel = "poincare_1:noncanonical", model = "guiding-centre-symmetric",
      precision = "113", projection = "standard",
      panels = {
        { title = "s = 1", methods = "gauss-1" }, { title = "s = 2", methods = "gauss-2" },
        { title = "s = 3", methods = "gauss-3" }, { title = "s = 4", methods = "gauss-4" },
      } },
  },
}
