-- A gate of a few seconds on ordinary differential equations: orders, energy, and what is symplectic and what is not.
--
-- Gauss's methods preserve every quadratic invariant, the angular momentum of Kepler's problem among them, and are
-- symplectic; rk4 is neither.  The model of Lorenz has no energy, no reversal and no symplectic matrix: what needs one
-- is not applicable there.
local gauss = { "runge-kutta:gauss-1", "runge-kutta:gauss-2" }
local hamiltonian = { "kepler", "henon-heiles", "harmonic-oscillator" }
local hlw = "Hairer, Lubich, Wanner (2006), Geometric Numerical Integration"
local claims, expected = {}, { { id = "symplectic-rk4", verdict = "refuted" } }
local function add(claim)
  claim.projection = "none"
  table.insert(claims, claim)
end

add { id = "order-rk4", methods = { "rk4" }, order = exactly(4), measure = "solution_error",
      source = "Kutta (1901); Hairer, Norsett, Wanner (1993), section II.1" }
for s, method in ipairs(gauss) do
  add { id = "order-gauss", methods = { method }, order = exactly(2*s), measure = "solution_error",
        source = hlw .. ", section II.1.3" }
end
for _, model in ipairs(hamiltonian) do
  add { id = "symplectic-gauss", methods = gauss, model = model, measure = "symplectic_defect", exact = true,
        source = hlw .. ", theorem VI.4.2" }
  add { id = "symplectic-rk4", methods = { "rk4" }, model = model, measure = "symplectic_defect", exact = true,
        source = hlw .. ", theorem VI.4.3: it is not" }
  add { id = "reversible-gauss", methods = gauss, model = model, measure = "reversibility_defect", exact = true,
        source = hlw .. ", theorem V.1.5" }
end
add { id = "symmetric-gauss", methods = gauss, measure = "symmetry_defect", exact = true, source = hlw .. ", section V.2.1" }
add { id = "quadratic-gauss", methods = gauss, model = "kepler", measure = "invariant_error:angular-momentum",
      exact = true, source = hlw .. ", theorem IV.2.1" }

-- On linear equations other methods keep what these keep, which fail elsewhere: harness/plan/comparison.h.
for _, method in ipairs(gauss) do
  for _, measure in ipairs { "symplectic_defect", "reversibility_defect", "symmetry_defect" } do
    table.insert(expected, { id = "harmonic-oscillator/default/" .. method .. "/none/128/" .. measure, verdict = "vacuous" })
  end
end

return study {
  title       = "Runge-Kutta methods on ordinary differential equations",
  source      = "",
  models      = { "kepler", "henon-heiles", "harmonic-oscillator", "lorenz" },
  methods     = { "rk4", gauss[1], gauss[2], "gauss-2" },
  projections = { "none" },
  steps       = {
    ["kepler"] = halving("0.02", 6), ["henon-heiles"] = halving("0.2", 6),
    ["harmonic-oscillator"] = halving("0.2", 6), ["lorenz"] = halving("0.01", 6),
  },
  untiltime   = "2",
  precisions  = { 128 },
  measures    = { "solution_error", "energy_error", "invariant_error", "symmetry_defect", "symplectic_defect",
                  "reversibility_defect" },
  witness     = { kepler = "rounder", ["henon-heiles"] = "other", ["harmonic-oscillator"] = "other" }, -- a refutation takes two
  verdicts    = 37,                                  -- one for each order or number that a claim is about
  claims      = claims,
  expect      = expected,
}
