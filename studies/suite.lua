-- Everything there is: every model with all of its initial data, every method that is listed, every projection.
--
-- Nothing is named here that can be enumerated, so that a new model, method or projection joins by itself: steps, final
-- times and bits are found for each model (harness/plan/default_steps.c).  All listed methods are run: the cost of a step
-- grows so slowly with the stages (gauss-6 takes some two and a half times as long as gauss-2) that leaving out the high
-- orders would save little, and they are the ones that tell a wrong digit of a coefficient.
--
-- What is claimed is what the families claim of themselves (assay show METHOD), with the projections that keep it: the
-- order with those that restore it, symmetry and reversibility with the symmetric ones, the constraint with all of them.
local claims = {}
local function add(claim) table.insert(claims, claim) end

-- All but lobatto-iiic, which is not symmetric and of which nobody claims that a projection restores the order.
local lobatto = { "lobatto-iiia-iiib-*", "lobatto-iiib-iiia-*", "lobatto-iiid-*", "lobatto-iiie-*" }

-- { id, methods, order, projections }
local orders = {
  { "order-gauss",   { "gauss-*" },     "2*s",     { "symmetric", "symplectic" } },
  { "order-srk",     { "srk-*" },       "4",       { "symmetric", "symplectic" } },
  { "order-lobatto", lobatto,           "2*s - 2", { "symmetric", "symplectic" } },
  { "order-radau",   { "radau-iia-*" }, "2*s - 1", { "none" } },
  { "order-rk4",     { "rk4" },         "4",       { "none" } },
}
for _, row in ipairs(orders) do
  for _, measure in ipairs { "solution_error", "energy_error" } do
    for _, projection in ipairs(row[4]) do
      add { id = row[1], methods = row[2], order = at_least(row[3]), projection = projection, measure = measure,
            text = "The order of the family on ordinary differential equations",
            source = "assay show METHOD; with projection Kraus (2017), table 2" }
    end
  end
end

local symmetric = { "gauss-*", "srk-*" }
for _, glob in ipairs(lobatto) do table.insert(symmetric, glob) end
for _, projection in ipairs { "symmetric", "midpoint" } do
  add { id = "K25", text = "Symmetric projections of symmetric methods are symmetric maps", methods = symmetric,
        projection = projection, measure = "symmetry_defect", exact = true, source = "Kraus (2017), sections 4.3, 4.5" }
  add { id = "reversible", text = "... and reversible where the model is", methods = symmetric, projection = projection,
        measure = "reversibility_defect", exact = true, source = "Hairer, Lubich, Wanner (2006), theorem V.1.5" }
end

for _, projection in ipairs { "standard", "symmetric", "symplectic", "midpoint" } do
  add { id = "constraint", text = "A projected solution lies on p = theta(q)", methods = { "gauss-*", "srk-*", "lobatto-iii*" },
        projection = projection, measure = "constraint_error:phi", exact = true, source = "Kraus (2017), section 4" }
end
for _, projection in ipairs { "standard", "symmetric", "symplectic", "midpoint" } do
  for _, name in ipairs { "g", "psi" } do
    add { id = "constraint-" .. name, text = "A projected solution satisfies holonomic constraints and the hidden ones",
          methods = { "rk4" }, projection = projection, measure = "constraint_error:" .. name, exact = true,
          source = "Kraus (2017), section 4" }
  end
end
add { id = "constraint", methods = { "radau-iia-*" }, projection = "none", measure = "constraint_error:phi", exact = true,
      source = "Kraus (2017), section 3.5" }
add { id = "K26", text = "For linear theta the unprojected methods with abar = a stay on p = theta(q)",
      about = "model", model = "point-vortices-linear", methods = { "gauss-*", "srk-*" }, projection = "none",
      measure = "constraint_error:phi", exact = true, source = "Kraus (2017), section 3.5" }

for projection, text in pairs { none = "Unprojected steps preserve the canonical form of (q, p)",
                               symplectic = "The symplectic projection preserves its form of (q, h lambda)" } do
  add { id = "symplectic-" .. projection, text = text, methods = { "gauss-*", "srk-*" }, projection = projection,
        measure = "symplectic_defect", exact = true, source = "Kraus (2017), sections 3.5, 4.4" }
end

return study {
  title       = "Every model, method and projection",
  source      = "",
  page        = "matrix",
  models      = "*",
  initial     = "all",
  methods     = { "*" },
  projections = "all",
  steps       = automatic(6),
  refine      = 4, -- up to four more where two terms of the error have not separated yet
  untiltime   = "automatic",
  precisions  = { "double", "automatic" },
  measures    = { "all", "reversibility_defect" },
  claims      = claims,
}
