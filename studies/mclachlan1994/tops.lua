-- The heavy top and Lagrange's: McLachlan and Scovel (1994), sections 5 and 6.2; claims S1 and S4.
--
-- Compositions of reich with its adjoint: symmetrised of order 2, triple jump of order 4, Yoshida's of orders 6 and 8.
local composed = { symmetrised = 2, ["triple-jump-4"] = 4, ["suzuki-4"] = 4, ["yoshida-6a"] = 6, ["yoshida-8"] = 8 }
local methods, claims = { "reich", "reich-adjoint", "rattle" }, {}
local function claim(id, text, method, measure, entry)
  entry.id, entry.text, entry.methods, entry.measure, entry.projection = id, text, { method }, measure, "none"
  entry.source = entry.source or "McLachlan, Scovel (1994), theorem 2"
  table.insert(claims, entry)
end

claim("S1-order", "Reich's method and its adjoint are of first order", "reich*", "solution_error", { order = exactly(1) })
claim("S1-order", "RATTLE is of second order", "rattle", "solution_error",
      { order = exactly(2), source = "McLachlan, Scovel (1994), eq. 11" })
for scheme, order in pairs(composed) do
  local method = "compose:reich:" .. scheme
  table.insert(methods, method)
  claim("S1-composed", "composed with its adjoint it has any even order", method, "solution_error",
        { order = exactly(order), source = "McLachlan, Scovel (1994), section 5" })
end
for _, method in ipairs(methods) do
  claim("S1-symplectic", "it is a Poisson map", method, "symplectic_defect", { exact = true })
  claim("S1-casimirs", "the Casimirs are preserved", method, "invariant_error:v-v", { exact = true })
  claim("S1-casimirs", "the Casimirs are preserved", method, "invariant_error:m-v", { exact = true })
  claim("S4", "m12 is preserved exactly", method, "invariant_error:spin",
        { exact = true, model = "lagrange-top", source = "McLachlan, Scovel (1994), section 6.2" })
end
table.insert(methods, "rk4")
claim("S1-control", "RK4 does not preserve the Casimirs", "rk4", "invariant_error:v-v",
      { exact = false, own = true, source = "assay: measured" })

return study {
  title       = "Heavy tops by Reich's method, its adjoint and their compositions",
  source      = "McLachlan, Scovel (1994), sections 5 and 6.2",
  models      = { "heavy-top", "lagrange-top" },
  witness     = { ["heavy-top"] = "other", ["lagrange-top"] = "other" },  -- a refutation takes two
  methods     = methods,
  projections = { "none" },
  steps       = halving("0.05", 6),
  refine      = 3,
  untiltime   = "1",
  precisions  = { 192 },
  measures    = { "solution_error", "energy_error", "invariant_error", "symplectic_defect" },
  claims      = claims,
}
