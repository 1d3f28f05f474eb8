-- A gate of some seconds: what one step preserves, and which models cannot tell.
--
-- Every claim is made of every model, so that those on which no method could fail show themselves: on Lotka-Volterra,
-- on the point vortices with linear theta and in the field with rotational symmetry some claim holds also of methods
-- that are refuted elsewhere, and is vacuous there.  That something is not preserved is claimed of the two models that
-- can show it.  Which claim is vacuous where is said below, with `expect`.
local claims = {}
local function claim(id, measure, methods, projection, exact, source, model)
  table.insert(claims, { id = id, measure = measure, methods = methods, projection = projection, exact = exact,
                         model = model, source = source })
end
local function denied(id, measure, methods, projection, source)
  for _, model in ipairs { "point-vortices", "massless-charged-particle" } do
    claim(id, measure, methods, projection, false, source, model)
  end
end
local methods = { "gauss-1", "gauss-2", "gauss-3", "srk-3" }
local form, symmetry, reversal = "symplectic_defect", "symmetry_defect", "reversibility_defect"

claim("K19-step", form, methods, "none", true, "Kraus (2017), section 3.5")
claim("K22-step", form, methods, "symplectic", true, "Kraus (2017), section 4.4, eq. 115")
claim("K23", form, { "gauss-1", "srk-3" }, "midpoint", true, "Kraus (2017), section 4.5, eq. 128-134")
denied("K20-step", form, methods, "standard", "Kraus (2017), section 4.2")
denied("K28", form, methods, "symmetric", "Kraus (2017), section 4.3")
for _, projection in ipairs { "symmetric", "midpoint" } do
  claim("K25", symmetry, methods, projection, true, "Kraus (2017), sections 4.3, 4.5")
  claim("reversible", reversal, methods, projection, true, "a symmetric step of a reversible model")
end
denied("K25-standard", symmetry, methods, "standard", "Kraus (2017), section 4.2")
table.insert(claims, { id = "K26", about = "model", measure = "constraint_error:phi", methods = methods,
                       projection = "none", model = "point-vortices-linear", exact = true,
                       source = "Kraus (2017), section 3.5" })
claim("radau", "constraint_error:phi", { "radau-iia-2" }, "none", true, "Kraus (2017), section 3.5")
denied("rk4", symmetry, { "rk4" }, "none", "an explicit method is not symmetric")

-- Where others that fail elsewhere do not.
local expect = { { id = "K23", verdict = "refuted" } }
local function vacuous(model, measure, projections)
  for _, projection in ipairs(projections) do
    table.insert(expect, { id = model .. "/*/*/" .. projection .. "/*/" .. measure, verdict = "vacuous" })
  end
end
for _, model in ipairs { "guiding-centre-symmetric", "lotka-volterra", "point-vortices-linear" } do
  vacuous(model, form, { "symplectic", "midpoint" })
end
vacuous("lotka-volterra", symmetry, { "symmetric", "midpoint" })
vacuous("point-vortices-linear", symmetry, { "symmetric", "midpoint" })
vacuous("point-vortices-linear", reversal, { "symmetric", "midpoint" })
table.insert(expect, { id = "point-vortices-linear/*/radau-iia-2/none/*/constraint_error:phi", verdict = "vacuous" })

return study {
  title       = "What a step preserves",
  source      = "",
  models      = { "point-vortices", "massless-charged-particle", "guiding-centre-symmetric", "lotka-volterra",
                  "point-vortices-linear" },
  witness     = { ["point-vortices"] = "half", ["massless-charged-particle"] = "other" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "srk-3", "radau-iia-2", "rk4" },
  projections = "all",
  steps       = {
    ["point-vortices"] = halving("0.1", 4), ["massless-charged-particle"] = halving("0.1", 4),
    ["guiding-centre-symmetric"] = halving("2", 4), ["lotka-volterra"] = halving("0.1", 4),
    ["point-vortices-linear"] = halving("0.1", 4),
  },
  refine      = 2,
  untilsteps  = 2,
  precisions  = { 200 },
  measures    = { form, symmetry, reversal, "constraint_error:phi" },
  verdicts    = 157,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = expect,
}
