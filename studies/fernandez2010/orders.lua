-- The theorem of Fernandez (2010), claim F7, as runs show it: the variational integrators of both forms converge to the
-- solutions of the nonholonomic system, with the order of their quadrature, and are symplectic.  That the Euler-Lagrange
-- equations are the associated system of type II, and Lt_vv regular, is measured along the runs; the control is the
-- Lagrangian that dla discretizes, which has other equations without its constraints.  In MPFR, for every alpha.
--
-- On the knife edge dla:1/2 is exact, so that it has no order; an order 1 is told from the 2 of variational:1/2 there.
local models = { "vertical-disk", "nonholonomic-particle", "knife-edge", "chaplygin-sleigh" }
local methods, claims, order = {}, {}, { ["0"] = 1, ["1/3"] = 1, ["1/2"] = 2, ["3/4"] = 1, ["1"] = 1 }
local function claim(id, text, method, what)
  what.id, what.text, what.methods, what.projection = id, text, { method }, "none"
  what.measure = what.measure or "solution_error"
  what.source = what.source or "Fernandez (2010)"
  table.insert(claims, what)
end

for _, alpha in ipairs { "0", "1/3", "1/2", "3/4", "1" } do
  table.insert(methods, "dla:" .. alpha)
  for _, model in ipairs(models) do
    local exact = model == "knife-edge" and alpha == "1/2"
    claim(exact and "F7-exact-dla" or "F7-order-dla", exact and "it is exact" or "the nonholonomic integrator converges",
          "dla:" .. alpha, { model = model, order = not exact and exactly(order[alpha]) or nil, exact = exact or nil,
                             own = true, source = exact and "assay: measured" or "Cortes, Martinez (2001)" })
  end
  claim("F7-control", "the Lagrangian without its constraints does not have the equations of the associated system",
        "dla:" .. alpha, { measure = "euler_lagrange_defect", exact = false, own = true, source = "assay: measured" })
  for _, form in ipairs { "first", "second" } do
    local free = "variational:" .. alpha .. ":" .. form
    table.insert(methods, free)
    claim("F7", "the variational integrator converges to the nonholonomic solution", free,
          { order = exactly(order[alpha]) })
    claim("F7-equations", "its Lagrangian has the associated system of type II as its Euler-Lagrange equations", free,
          { measure = "euler_lagrange_defect", exact = true })
    claim("F7-regular", "... and is regular", free, { measure = "regularity", value = above "1e-6" })
    for _, where in ipairs(form == "second" and { "post", "inside" } or {}) do -- with the first form it is the same map
      local constrained = "variational-constrained:" .. alpha .. ":" .. where .. ":" .. form
      table.insert(methods, constrained)
      claim("F4-order", "the constrained variational integrator keeps the order of the variational one", constrained,
            { order = exactly(order[alpha]) })
    end
    claim("F7-symplectic", "the variational integrator is symplectic", free,
          { measure = "symplectic_defect", exact = true, own = true, source = "Marsden, West (2001), section 1.3" })
  end
end

return study {
  title       = "Orders for every alpha",
  source      = "Fernandez (2010)",
  models      = models,
  methods     = methods,
  projections = { "none" },
  steps       = halving("0.1", 6),
  untiltime   = "1",
  precisions  = { 128 },
  measures    = { "solution_error", "symplectic_defect", "euler_lagrange_defect", "regularity" },
  witness     = { ["vertical-disk"] = "slow-roll", ["nonholonomic-particle"] = "fast", ["knife-edge"] = "slow" },
  claims      = claims,
}
