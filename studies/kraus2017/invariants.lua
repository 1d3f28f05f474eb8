-- Poincare's integral invariants where they can tell methods apart: a loop and a surface about the initial data of the
-- point vortices, q0 + 0.005 (cos a, sin a, sin a, cos 2a), h = 0.1, t <= 6.  What Kraus (2017), section 5.6, finds in
-- a field with rotational symmetry, asked again of a field without it: claims K19 to K23 and K32.
local methods = { "gauss-1", "gauss-2", "gauss-3", "srk-3" }
local claims = {}
local function claim(id, text, form, which, projection, what)
  for _, order in ipairs(form == "printed" and { "poincare_2:" } or { "poincare_1:", "poincare_2:" }) do -- eq. 122 is a 2-form
    local made = { id = id .. (order == "poincare_1:" and "-1" or "-2"), text = text, methods = which,
                   projection = projection, measure = order .. form,
                   source = what.own and "assay: measured" or "Kraus (2017), section 5.6, of another field" }
    for key, value in pairs(what) do made[key] = value end
    table.insert(claims, made)
  end
end
local exact, inexact = { exact = true }, { exact = false }
-- The paper says what follows of its own field alone: of this one assay says it.
local own, own_inexact = { exact = true, own = true }, { exact = false, own = true }
local linear = { exact = true, condition = "theta is linear in one coordinate: see geometry.lua" }

claim("K19-vortices", "no projection: the canonical invariants are exact", "canonical", methods, "none", exact)
claim("K19-vortices-noncanonical", "... the noncanonical ones are not", "noncanonical", methods, "none", inexact)
claim("K20-vortices", "standard projection: the invariants are not exact", "noncanonical",
      { "gauss-1", "gauss-2", "srk-3" }, "standard", inexact)
claim("K32-vortices", "standard projection, s = 3: in this field the invariants are seen not to be exact", "noncanonical",
      "gauss-3", "standard", own_inexact)
claim("K21-vortices", "symmetric projection: in this field the invariants are not exact", "noncanonical",
      { "gauss-1", "gauss-2", "srk-3" }, "symmetric", own_inexact)
claim("K22-vortices", "symplectic projection: the corrected invariants are exact", "corrected", methods, "symplectic", exact)
claim("K22-vortices-printed", "symplectic projection: with the sign that eq. 122 has in print the second invariant is not exact",
      "printed", { "gauss-1", "gauss-2", "srk-3" }, "symplectic", own_inexact)
claim("K23-vortices", "midpoint projection, s = 1 and SRK3: symplectic, so that the invariants are exact", "noncanonical",
      { "gauss-1", "srk-3" }, "midpoint", linear)
claim("K23-vortices-even", "midpoint projection, s = 2: in this field the invariants are not exact", "noncanonical", "gauss-2",
      "midpoint", own_inexact)

return study {
  title       = "Integral invariants of point vortices",
  source      = "Kraus (2017), section 5.6",
  models      = { "point-vortices" },
  methods     = methods,
  projections = "all",
  steps       = each { "0.1" },
  untiltime   = "6",
  history     = 60,
  points      = 128,
  side        = 33,
  precisions  = { "double" },
  measures    = { "poincare_1:noncanonical", "poincare_1:canonical", "poincare_1:corrected", "poincare_1:printed",
                  "poincare_2:noncanonical", "poincare_2:canonical", "poincare_2:corrected", "poincare_2:printed" },
  claims      = claims,
  expect      = {
    { id = "K23-vortices-1", verdict = "refuted" },
    { id = "K23-vortices-2", verdict = "refuted" },
  },
  figures     = {
    { name = "invariant", title = "First invariant of point vortices, noncanonical", kind = "history",
      source = "Kraus (2017), section 5.6", channel = "poincare_1:noncanonical", model = "point-vortices",
      precision = "double", methods = methods,
      panels = {
        { title = "No projection", projection = "none" }, { title = "Standard", projection = "standard" },
        { title = "Symmetric", projection = "symmetric" }, { title = "Symplectic", projection = "symplectic" },
        { title = "Midpoint", projection = "midpoint" },
      } },
  },
}
