-- The orders of tables 2 and 3 and figure 20 of Kraus (2017), section 5.5.
--
-- The paper states neither the steps, nor the final time, nor the norm: steps from 0.4 for the vortices and from 0.1 for
-- Lotka-Volterra (where 0.4 is far outside the asymptotic range), T = 10, the solution error at T, energy and momentum
-- as the maximum over time.  The columns of the tables are Gauss, Lobatto IIIA-IIIB and SRK3; the other Lobatto families
-- and Radau IIA are measured beside them, without a claim.
local gauss_odd, gauss_even = { "gauss-1", "gauss-3", "gauss-5" }, { "gauss-2", "gauss-4", "gauss-6" }
local lobatto_odd  = { "lobatto-iiia-iiib-3", "lobatto-iiib-iiia-3" }
local lobatto_even = { "lobatto-iiia-iiib-2", "lobatto-iiib-iiia-2", "lobatto-iiia-iiib-4", "lobatto-iiib-iiia-4" }
local columns = {
  { methods = gauss_odd },  { methods = gauss_even },
  { methods = lobatto_odd }, { methods = lobatto_even }, { methods = { "srk-3" } },
}
local orders = {
  energy_error = {
    none       = { "s + 1", "s",     "s - 1",   "s",       "2" },
    standard   = { "2*s",   "2*s",   "2*s - 2", "2*s - 2", "4" },
    symmetric  = { "2*s",   "2*s",   "2*s - 2", "2*s - 2", "4" },
    symplectic = { "2*s",   "2*s",   "2*s - 2", "2*s - 2", "4" },
    midpoint   = { "s + 1", "s + 2", "2*s - 2", "2*s - 2", "4" },
  },
  ["invariant_error:angular-momentum"] = {
    none       = { "s + 1",   "s",       "s - 1",   "s",       "2" },
    standard   = { "2*s + 1", "2*s + 1", "2*s - 1", "2*s - 1", "3" },
    symmetric  = { "2*s + 2", "2*s + 2", "2*s",     "2*s",     "4" },
    symplectic = { "2*s + 2", "2*s + 2", "2*s",     "2*s",     "4" },
    midpoint   = { "s + 1",   "s + 2",   "2*s - 2", "2*s - 2", "2" },
  },
}
orders.solution_error = orders.energy_error

local claims = {}
local function claim(id, measure, table_of_paper)
  for projection, formulas in pairs(orders[measure]) do
    for column, formula in ipairs(formulas) do
      table.insert(claims, {
        id = id, model = "point-vortices", methods = columns[column].methods, projection = projection,
        measure = measure, order = exactly(formula), source = "Kraus (2017), " .. table_of_paper,
      })
    end
  end
end
claim("K1", "energy_error", "table 2")
claim("K2", "invariant_error:angular-momentum", "table 3")
claim("K3", "solution_error", "section 5.5")

return study {
  title       = "Convergence of projected variational integrators",
  source      = "Kraus (2017), section 5.5",
  models      = { "point-vortices", "lotka-volterra" },
  methods     = { "gauss-*", "srk-3", "lobatto-iii*", "radau-iia-*" },
  projections = "all",
  steps       = { ["point-vortices"] = halving("0.4", 6), ["lotka-volterra"] = halving("0.1", 6) },
  refine      = 6, -- up to six halvings more where two terms of the error have not separated yet
  witness     = { ["point-vortices"] = "half" }, -- a refutation takes two
  untiltime   = "10",
  precisions  = { "double", 320 },
  measures    = { "solution_error", "energy_error", "invariant_error" },
  claims      = claims,
  expect      = { -- on the vortices; the theta of Lotka-Volterra cannot tell
    { id = "K1", verdict = "refuted" },
    { id = "K2", verdict = "refuted" },
    { id = "K3", verdict = "refuted" },
  },
  tables      = {
    { name = "table2", title = "Orders of the energy error", source = "Kraus (2017), table 2",
      model = "point-vortices", measure = "energy_error", precision = 320 },
    { name = "table3", title = "Orders of the momentum error", source = "Kraus (2017), table 3",
      model = "point-vortices", measure = "invariant_error:angular-momentum", precision = 320 },
    { name = "solution", title = "Orders of the solution error", source = "Kraus (2017), section 5.5",
      model = "point-vortices", measure = "solution_error", precision = 320 },
    { name = "lotka-volterra-energy", title = "Orders of the energy error, Lotka-Volterra", source = "",
      model = "lotka-volterra", measure = "energy_error", precision = 320 },
    { name = "lotka-volterra-solution", title = "Orders of the solution error, Lotka-Volterra", source = "",
      model = "lotka-volterra", measure = "solution_error", precision = 320 },
  },
  figures     = {
    { name = "fig20", title = "Convergence of the solution, energy and momentum error", source = "Kraus (2017), figure 20",
      model = "point-vortices", precision = 320,
      measures = { "solution_error", "energy_error", "invariant_error:angular-momentum" } },
  },
}
