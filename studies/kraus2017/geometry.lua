-- What the steps of Kraus (2017), section 4, preserve: symplecticity, symmetry, the constraint; claims K19, K22, K23,
-- K25, K26 and K28 as far as one step tells.
--
-- Forms and spaces: an unprojected step is a map of (q, p) and should preserve the canonical form; standard, symmetric
-- and midpoint projection make it a map of q, which should preserve Om(q); the symplectic projection a map of
-- (q, h lambda), which should preserve [[Om, E], [-E, -Om]].  Lotka-Volterra is there as a control: its theta is linear
-- in one coordinate, and what holds there need not hold elsewhere.
local claims = {}
local function claim(id, text, measure, methods, projection, exact, where, model, condition)
  table.insert(claims, { id = id, text = text, measure = measure, methods = methods, projection = projection,
                         model = model, exact = exact, source = "Kraus (2017), " .. where, condition = condition })
end
-- That something is not preserved is said of models that can show it.
local function denied(id, text, measure, methods, projection, where)
  for _, model in ipairs { "point-vortices", "massless-charged-particle" } do
    claim(id, text, measure, methods, projection, false, where, model)
  end
end
local methods = { "gauss-1", "gauss-2", "gauss-3", "srk-3" }
local form, symmetry = "symplectic_defect", "symmetry_defect"

claim("K19-step", "without projection the step is canonically symplectic", form, methods, "none", true,
      "sections 3.5 and 5.6")
denied("K20-step", "the standard projection does not preserve the noncanonical form", form, methods, "standard",
       "section 4.2")
claim("K22-step", "the symplectic projection preserves its corrected form", form, methods, "symplectic", true,
      "section 4.4, eq. 115")
claim("K23", "the midpoint projection is symplectic for s = 1 and SRK3", form, { "gauss-1", "srk-3" }, "midpoint", true,
      "section 4.5, eq. 128-134", nil, "theta is linear in one coordinate at least: with the factor R(infinity), which eq. "
      .. "127d lacks and without which a midpoint stage has no solution, the proof does not apply")
claim("K25", "the symmetric projection gives a symmetric map, the standard projection does not", symmetry, methods,
      "symmetric", true, "section 4.3")
denied("K25", nil, symmetry, methods, "standard", "section 4.2")
table.insert(claims, {
  id = "K26", text = "for linear theta the unprojected methods stay on the constraint manifold", about = "model",
  measure = "constraint_error:phi", methods = methods, projection = "none", model = "point-vortices-linear", exact = true,
  source = "Kraus (2017), section 3.5",
})
denied("K28", "the symmetric projection is not symplectic (its defect: see the table)", form, methods, "symmetric",
       "section 4.3")
for _, model in ipairs { "point-vortices", "massless-charged-particle" } do
  table.insert(claims, {
    id = "K28-smaller", text = "the error that accumulates is much smaller (a tenth) than with the standard projection",
    measure = "bilinear_defect", methods = methods, projection = "symmetric", model = model, step = "0.1",
    value = below "0.1", relative = { projection = "standard" }, source = "Kraus (2017), section 4.3",
  })
end

local function column(name, title, measure, model)
  return { name = name, title = title, source = "Kraus (2017), section 4", model = model, measure = measure,
           precision = 200 }
end

return study {
  title       = "Symplecticity, symmetry and constraints of projected variational integrators",
  source      = "Kraus (2017), section 4",
  models      = { "point-vortices", "massless-charged-particle", "lotka-volterra", "point-vortices-linear" },
  witness     = { ["point-vortices"] = "half", ["massless-charged-particle"] = "other" }, -- a refutation takes two
  methods     = { "gauss-1", "gauss-2", "gauss-3", "srk-3", "rk4" },
  projections = "all",
  steps       = halving("0.1", 5),
  refine      = 4,
  untiltime   = "0.5",
  precisions  = { 200 },
  measures    = { form, symmetry, "constraint_error:phi", "bilinear_defect" },
  claims      = claims,
  expect      = { -- Lotka-Volterra, and a theta that is linear in one coordinate, cannot tell these from methods that fail
    { id = "K23", verdict = "refuted" },
    { id = "lotka-volterra/*/*/symmetric/*/symmetry_defect", verdict = "vacuous" },
    { id = "lotka-volterra/*/*/symplectic/*/symplectic_defect", verdict = "vacuous" },
    { id = "lotka-volterra/*/*/midpoint/*/symplectic_defect", verdict = "vacuous" },
    { id = "point-vortices-linear/*/*/symmetric/*/symmetry_defect", verdict = "vacuous" },
    { id = "point-vortices-linear/*/*/symplectic/*/symplectic_defect", verdict = "vacuous" },
    { id = "point-vortices-linear/*/*/midpoint/*/symplectic_defect", verdict = "vacuous" },
  },
  tables      = {
    column("symplectic-vortices", "Orders of the symplectic defect, point vortices", form, "point-vortices"),
    column("symplectic-particle", "Orders of the symplectic defect, massless charged particle", form,
           "massless-charged-particle"),
    column("symplectic-lotka-volterra", "Orders of the symplectic defect, Lotka-Volterra", form, "lotka-volterra"),
    column("symmetry-vortices", "Orders of the symmetry defect, point vortices", symmetry, "point-vortices"),
  },
  figures     = {
    { name = "geometry", title = "Symplectic and symmetry defect of one step", source = "Kraus (2017), section 4",
      model = "point-vortices", measures = { form, symmetry }, precision = 200 },
  },
}
