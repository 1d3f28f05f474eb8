-- Poincare's second integral invariant of a guiding centre in a field with rotational symmetry: Kraus (2017), section 5.6,
-- figures 24, 26 and 28; claims K19 to K23 and K32.  The first, and what is exact: symmetric-field.lua.
--
-- The surface is eq. 171 with r0 = 0.5, which the figures need, instead of the printed 0.1 (there is a surface of that
-- name).  The flow shears it: 41 x 41 points resolve it for 200 steps, the paper's 100 x 100 for more.  The corrected
-- form is eq. 122 with the sign that makes it the exterior derivative of eq. 124; "printed" is as it stands there, a misprint.
local shown  = { "gauss-1", "gauss-2", "srk-3" }
local claims = {}
local kinds  = { exact = true, inexact = false }
local function claim(id, text, form, methods, projection, figure, kind) -- no figure: the paper does not say it
  table.insert(claims, {
    id = id, text = text, methods = methods, projection = projection, own = not figure,
    measure = (kind == "secular" and "growth:" or "") .. "poincare_2:" .. form,
    grows = kind == "secular" and kind or nil, exact = kinds[kind],
    value = kind == "unseen" and below("1e-11") or nil, -- what a figure could show; with more bits a drift is there
    source = figure and "Kraus (2017), section 5.6, figure " .. figure or "assay: measured",
  })
end

claim("K19-2", "no projection: the canonical invariant is exact", "canonical", shown, "none", "26", "exact")
claim("K19-2-noncanonical", "... the noncanonical one is not", "noncanonical", shown, "none", "24 a-c", "inexact")
-- Two stages drift, but below the floor: see symmetric-field-quadruple.lua.
claim("K20-2", "standard projection: the invariant drifts", "noncanonical", { "gauss-1", "srk-3" }, "standard",
      "24 d, f", "secular")
claim("K32-2", "standard projection, three stages and more: no drift is seen", "noncanonical",
      { "gauss-3", "gauss-4" }, "standard", "24 (not shown)", "unseen")
claim("K21-2", "symmetric projection: the invariant is exact", "noncanonical", shown, "symmetric", "24 g-i", "exact")
claim("K22-2-noncanonical", "symplectic projection: the noncanonical invariant is not exact", "noncanonical",
      { "gauss-1", "srk-3" }, "symplectic", "24 j, l", "inexact")
claim("K22-2-gauss-2", "... not seen with two stages of Gauss", "noncanonical", "gauss-2", "symplectic", "24 k", "unseen")
claim("K22-2-corrected", "symplectic projection: the corrected invariant is exact", "corrected", shown,
      "symplectic", "28", "exact")
claim("K22-2-printed", "symplectic projection: with the sign that eq. 122 has in print the invariant is not exact", "printed",
      { "gauss-1", "srk-3" }, "symplectic", nil, "inexact")
claim("K23-2", "midpoint projection: the invariant is exact, even for two stages", "noncanonical", shown, "midpoint",
      "24 m-o", "exact")

-- A panel for each method and projection, as in the paper.
local function course(number, title, channel, projections, methods)
  local panels = {}
  for _, projection in ipairs(projections) do
    for _, method in ipairs(methods) do
      table.insert(panels, { title = method .. ", " .. projection, methods = method, projection = projection })
    end
  end
  return { name = "fig" .. number, title = title, source = "Kraus (2017), figure " .. number, kind = "history",
           channel = channel, model = "guiding-centre-symmetric", precision = "double", panels = panels }
end
local five = { "none", "standard", "symmetric", "symplectic", "midpoint" }

return study {
  title       = "Second integral invariant in a field with rotational symmetry",
  source      = "Kraus (2017), section 5.6",
  models      = { "guiding-centre-symmetric" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
  projections = "all",
  steps       = each { "10" },
  untilsteps  = 200,
  history     = 100,
  side        = 41,
  precisions  = { "double" },
  measures    = { "poincare_2:noncanonical", "poincare_2:canonical", "poincare_2:corrected", "poincare_2:printed",
                  "growth:poincare_2:noncanonical" },
  claims      = claims,
  figures     = {
    { name = "fig22", title = "The surface", source = "Kraus (2017), figure 22", kind = "surface", axes = { "x", "y" },
      aspect = "equal", model = "guiding-centre-symmetric", precision = "double", methods = "gauss-2",
      projection = "symmetric",
      panels = { { title = "First tenth of the run", draw = "first-tenth" }, { title = "Run", draw = "run" } } },
    course(24, "Second invariant, noncanonical", "poincare_2:noncanonical", five, shown),
    course(26, "Second invariant, canonical", "poincare_2:canonical", { "none" }, shown),
    course(28, "Second invariant, corrected", "poincare_2:corrected", { "symplectic" }, shown),
  },
  full        = { untilsteps = 1000, side = 99 },
}
