-- The free rigid body in three and four dimensions: McLachlan and Scovel (1994), section 6.1; claims S1 and S2.
--
-- Integrals: energy, tr m^2, tr m^2 J^2, of SO(4) the pfaffian; the momentum q m q^T in space.  reich = moser-veselov to
-- all digits, and one and ten steps against full matrices: a test of the program.
local methods = { "reich", "moser-veselov" }
local where = "McLachlan, Scovel (1994), theorems 5 and 6"
local claims = {}
local function claim(id, measure, text, entry)
  entry.id, entry.measure, entry.text, entry.projection, entry.source = id, measure, text, "none", where
  entry.methods = entry.methods or methods
  table.insert(claims, entry)
end

claim("S2-order", "solution_error", "it is of second order", { order = exactly(2) })
claim("S2-integrals", "energy_error", "the energy is preserved", { exact = true })
for _, name in ipairs { "tr-m2", "tr-m2-J2" } do
  claim("S2-integrals", "invariant_error:" .. name, "all integrals are preserved", { exact = true })
end
for _, name in ipairs { "momentum-12", "momentum-13", "momentum-23" } do
  claim("S1-momentum", "invariant_error:" .. name, "the momentum in space is preserved", { exact = true })
end
claim("S1-symplectic", "symplectic_defect", "it is a Poisson map", { exact = true })
claim("S2-symmetric", "symmetry_defect", "it is symmetric, hence of second order", { exact = true })
claim("S8-implicit", "position_error", "the implicit form (12), which is Moser and Veselov's, equals (11)",
      { value = between("0.999999999999999", "1.000000000000001"), relative = { method = "reich" },
        methods = { "moser-veselov" } })
claim("S1-control", "invariant_error:tr-m2", "RK4 does not preserve tr m^2", { exact = false, methods = { "rk4" } })

return study {
  title       = "The free rigid body in three and four dimensions",
  source      = "McLachlan, Scovel (1994), section 6.1",
  models      = { "rigid-body", "rigid-body-4" },
  witness     = { ["rigid-body"] = "other", ["rigid-body-4"] = "other" }, -- a refutation takes two
  methods     = { "reich", "moser-veselov", "rk4" },
  projections = { "none" },
  steps       = halving("0.1", 6),
  untiltime   = "2",
  precisions  = { 128 },
  measures    = { "solution_error", "position_error", "energy_error", "invariant_error", "symplectic_defect", "symmetry_defect" },
  claims      = claims,
}
