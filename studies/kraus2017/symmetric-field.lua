-- Poincare's integral invariants of a guiding centre in a field with rotational symmetry: Kraus (2017), section 5.6,
-- figures 21 to 28; claims K19 to K23 and K32.
--
-- The loop is eq. 170, the surface eq. 171 with r0 = 0.5, which the figures need, instead of the printed 0.1 (there is
-- a surface of that name).  The field is easy on purpose: any map that keeps the radius keeps these invariants, so that
-- what is kept here need not be kept elsewhere: see invariants.lua.
--
-- The corrected forms are eq. 124 and 122 with the sign that makes (122) the exterior derivative of (124); "printed" is
-- (122) as it stands in the paper.  An invariant is exact when its drift is below ten times the floor of the quadrature.
local shown  = { "gauss-1", "gauss-2", "srk-3" }
local higher = { "gauss-3", "gauss-4" }
local claims = {}
local function claim(id, text, form, methods, projection, where, what)
  for _, order in ipairs { "poincare_1:", "poincare_2:" } do
    local made = { id = id .. (order == "poincare_1:" and "-1" or "-2"), text = text, methods = methods,
                   projection = projection, measure = (what.grows and "growth:" or "") .. order .. form,
                   source = "Kraus (2017), section 5.6, figures " .. where }
    for key, value in pairs(what) do made[key] = value end
    table.insert(claims, made)
  end
end
local exact, inexact, bounded = { exact = true }, { exact = false }, { grows = "bounded" }

claim("K19", "no projection: the canonical invariants are exact", "canonical", shown, "none", "25 and 26", exact)
claim("K19-noncanonical", "... the noncanonical ones are not", "noncanonical", shown, "none", "23 and 24 a-c", inexact)
claim("K19-bounded", "... but their error is bounded", "noncanonical", shown, "none", "23 and 24 a-c", bounded)
claim("K20", "standard projection: the invariants drift", "noncanonical", shown, "standard", "23 and 24 d-f",
      { grows = "secular" })
claim("K20-inexact", "standard projection: the invariants are not exact", "noncanonical", shown, "standard",
      "23 and 24 d-f", inexact)
claim("K32", "standard projection, three stages and more: no drift is seen", "noncanonical", higher, "standard",
      "23 and 24 (not shown)", exact)
claim("K21", "symmetric projection: the invariants are exact", "noncanonical", shown, "symmetric", "23 and 24 g-i", exact)
claim("K22-noncanonical", "symplectic projection: the noncanonical invariants are not exact", "noncanonical",
      { "gauss-1", "srk-3" }, "symplectic", "23 and 24 j-l", inexact)
claim("K22-bounded", "... but their error is bounded", "noncanonical", { "gauss-1", "srk-3" }, "symplectic",
      "23 and 24 j-l", bounded)
claim("K22-gauss-2", "... and not seen with two stages of Gauss", "noncanonical", "gauss-2", "symplectic",
      "23 and 24 j-l", exact)
claim("K22-corrected", "symplectic projection: the corrected invariants are exact (sign corrected)", "corrected", shown,
      "symplectic", "27 and 28", exact)
claim("K22-printed", "symplectic projection: the corrected invariants are exact (as printed)", "printed", shown,
      "symplectic", "27 and 28", exact)
claim("K23", "midpoint projection: the invariants are exact, even for two stages", "noncanonical", shown, "midpoint",
      "23 and 24 m-o", exact)

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
  title       = "Integral invariants in a field with rotational symmetry",
  source      = "Kraus (2017), section 5.6",
  models      = { "guiding-centre-symmetric" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
  projections = "all",
  steps       = each { "10" },
  untilsteps  = 400,
  history     = 100,
  points      = 128,
  side        = 41,
  precisions  = { "double" },
  measures    = { "poincare_1:noncanonical", "poincare_1:canonical", "poincare_1:corrected", "poincare_1:printed",
                  "poincare_2:noncanonical", "poincare_2:canonical", "poincare_2:corrected", "poincare_2:printed",
                  "growth:poincare_1:noncanonical", "growth:poincare_2:noncanonical" },
  claims      = claims,
  figures     = {
    { name = "fig21", title = "A trajectory", source = "Kraus (2017), figure 21", kind = "orbit", axes = { "x", "y" },
      aspect = "equal", model = "guiding-centre-symmetric", precision = "double", methods = "gauss-2",
      projection = "symmetric" },
    course(23, "First invariant, noncanonical", "poincare_1:noncanonical", five, shown),
    course(24, "Second invariant, noncanonical", "poincare_2:noncanonical", five, shown),
    course(25, "First invariant, canonical", "poincare_1:canonical", { "none" }, shown),
    course(26, "Second invariant, canonical", "poincare_2:canonical", { "none" }, shown),
    course(27, "First invariant, corrected", "poincare_1:corrected", { "symplectic" }, shown),
    course(28, "Second invariant, corrected", "poincare_2:corrected", { "symplectic" }, shown),
  },
  full        = { untilsteps = 1000, points = 2000, side = 99 },
}
