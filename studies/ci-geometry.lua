-- A gate of a few seconds: Poincare's first integral invariant on a loop about the initial data, over sixty steps.
--
-- The form of a method without projection is the canonical one, that of the symplectic projection the corrected one;
-- the other projections would have to keep the noncanonical form, and do not.  In the field with rotational symmetry and on
-- Lotka-Volterra they seem to: there nobody could fail, and what holds is vacuous.
local claims = {}
local methods = { "gauss-1", "gauss-2", "srk-3" }
local function claim(id, form, which, projection, exact, source, model)
  table.insert(claims, { id = id, measure = "poincare_1:" .. form, methods = which, projection = projection,
                         exact = exact, model = model, source = source })
end
local paper = "Kraus (2017), section 5.6"

claim("K19", "canonical", methods, "none", true, paper)
claim("K22", "corrected", methods, "symplectic", true, paper)
claim("K21", "noncanonical", methods, "symmetric", true, paper)
claim("K23", "noncanonical", { "gauss-1", "srk-3" }, "midpoint", true, paper)
for _, model in ipairs { "point-vortices", "massless-charged-particle" } do
  claim("K19-noncanonical", "noncanonical", methods, "none", false, paper, model)
  claim("K20", "noncanonical", methods, "standard", false, paper, model)
  claim("rk4", "canonical", { "rk4" }, "none", false, "it is not symplectic", model)
end

local expect = { { id = "K21", verdict = "refuted" }, { id = "K23", verdict = "refuted" } }
for _, model in ipairs { "guiding-centre-symmetric", "lotka-volterra" } do
  for _, projection in ipairs { "symmetric", "midpoint" } do
    table.insert(expect, { id = model .. "/*/*/" .. projection .. "/*/poincare_1:noncanonical", verdict = "vacuous" })
  end
end

return study {
  title       = "Integral invariants over sixty steps",
  source      = "",
  models      = { "point-vortices", "massless-charged-particle", "guiding-centre-symmetric", "lotka-volterra" },
  methods     = { "gauss-1", "gauss-2", "srk-3", "rk4" },
  projections = "all",
  steps       = {
    ["point-vortices"] = each { "0.1" }, ["massless-charged-particle"] = each { "0.1" },
    ["guiding-centre-symmetric"] = each { "10" }, ["lotka-volterra"] = each { "0.1" },
  },
  untilsteps  = 60,
  history     = 20,
  points      = 128,
  precisions  = { "double" },
  measures    = { "poincare_1:noncanonical", "poincare_1:canonical", "poincare_1:corrected" },
  verdicts    = 58,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = expect,
}
