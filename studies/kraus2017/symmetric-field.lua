-- Poincare's first integral invariant of a guiding centre in a field with rotational symmetry: Kraus (2017), section 5.6,
-- figures 21, 23, 25 and 27; claims K19 to K23 and K32.  The second: symmetric-field-surface.lua; in
-- quadruple precision: symmetric-field-quadruple.lua.
--
-- The loop is eq. 170.  The field is easy on purpose: any map that keeps the radius keeps its invariants, so that what
-- is kept here need not be kept elsewhere: see invariants.lua.
--
-- The corrected form is eq. 124.  An invariant is exact when its drift is below ten times the floor of the quadrature.
local shown  = { "gauss-1", "gauss-2", "srk-3" }
local claims = {}
local function claim(id, text, form, methods, projection, figure, what)
  what.id, what.text, what.methods, what.projection = id, text, methods, projection
  what.measure = (what.grows and "growth:" or "") .. "poincare_1:" .. form
  what.source = "Kraus (2017), section 5.6, figure " .. figure
  table.insert(claims, what)
end

claim("K19-1", "no projection: the canonical invariant is exact", "canonical", shown, "none", "25", { exact = true })
claim("K19-1-noncanonical", "... the noncanonical one is not", "noncanonical", shown, "none", "23 a-c", { exact = false })
claim("K19-1-bounded", "... but its error is bounded", "noncanonical", shown, "none", "23 a-c", { grows = "bounded" })
-- Two stages drift by 7e-13 in the run, below ten floors: see symmetric-field-quadruple.lua.
claim("K20-1", "standard projection: the invariant drifts", "noncanonical", { "gauss-1", "srk-3" }, "standard", "23 d, f",
      { grows = "secular" })
claim("K32-1", "standard projection, three stages and more: no drift is seen", "noncanonical",
      { "gauss-3", "gauss-4" }, "standard", "23 (not shown)", { value = below "1e-10" }) -- what a figure can show: more bits show a drift
claim("K21-1", "symmetric projection: the invariant is exact", "noncanonical", shown, "symmetric", "23 g-i",
      { exact = true })
claim("K22-1-noncanonical", "symplectic projection: the noncanonical invariant is not exact", "noncanonical",
      { "gauss-1", "srk-3" }, "symplectic", "23 j, l", { exact = false })
claim("K22-1-bounded", "... but its error is bounded", "noncanonical", { "gauss-1", "srk-3" }, "symplectic", "23 j, l",
      { grows = "bounded" })
claim("K22-1-gauss-2", "... and not seen with two stages of Gauss", "noncanonical", "gauss-2", "symplectic", "23 k",
      { value = below "1e-10", condition = "what a figure can show: more bits show 1e-16" })
claim("K22-1-corrected", "symplectic projection: the corrected invariant is exact", "corrected", shown, "symplectic",
      "27", { exact = true })
claim("K23-1", "midpoint projection: the invariant is exact, even for two stages", "noncanonical", shown, "midpoint",
      "23 m-o", { exact = true })

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
  title       = "First integral invariant in a field with rotational symmetry",
  source      = "Kraus (2017), section 5.6",
  models      = { "guiding-centre-symmetric" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "srk-3" },
  projections = "all",
  steps       = each { "10" },
  untilsteps  = 500,
  history     = 100,
  points      = 256,
  precisions  = { "double" },
  measures    = { "poincare_1:noncanonical", "poincare_1:canonical", "poincare_1:corrected",
                  "growth:poincare_1:noncanonical" },
  claims      = claims,
  expect      = {
    { id = "K21-1", verdict = "vacuous" }, -- the field is easy
    { id = "K23-1", verdict = "vacuous" },
    { id = "guiding-centre-symmetric/*/*/symmetric/double/poincare_1:noncanonical", verdict = "vacuous" },
    { id = "guiding-centre-symmetric/*/*/midpoint/double/poincare_1:noncanonical", verdict = "vacuous" },
  },
  figures     = {
    { name = "fig21", title = "A trajectory, and the loop", source = "Kraus (2017), figure 21", axes = { "x", "y" },
      aspect = "equal", model = "guiding-centre-symmetric", precision = "double", methods = "gauss-2",
      projection = "symmetric",
      panels = { { title = "Trajectory", kind = "orbit" },
                 { title = "Loop, first tenth of the run", kind = "loop", draw = "first-tenth" } } },
    course(23, "First invariant, noncanonical", "poincare_1:noncanonical", five, shown),
    course(25, "First invariant, canonical", "poincare_1:canonical", { "none" }, shown),
    course(27, "First invariant, corrected", "poincare_1:corrected", { "symplectic" }, shown),
  },
  full        = { untilsteps = 1000, points = 2000 },
}
