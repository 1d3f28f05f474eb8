-- The constraint algorithms on CM, on T*N and without the secondary constraint: McLachlan and Scovel (1994), theorem 1 and
-- section 5; claim S8.
--
-- rattle-cotangent and reich-cotangent are (11) and (9): the momenta are restricted to the tangents, p = psi(q, p).  The
-- multiplier of the next step takes up whatever is left in the range of g'^T, so that q is the same to all digits; the
-- momentum map, which does not see that range, is preserved by all; psi = 0 is not, nor is the order of the solution of the pendulum.
local same = between("0.999999999999999", "1.000000000000001")
local theorem, section = "McLachlan, Scovel (1994), theorem 1", "McLachlan, Scovel (1994), section 5"
local claims = {}
local function claim(id, text, method, measure, source, entry)
  entry.id, entry.text, entry.method, entry.measure, entry.source = id, text, method, measure, source
  entry.projection = "none"
  table.insert(claims, entry)
end

for cotangent, base in pairs { ["rattle-cotangent"] = "rattle", ["reich-cotangent"] = "reich" } do
  claim("S8-conjugate", "on CM and on T*N the algorithm has the same positions", cotangent, "position_error", theorem,
        { value = same, relative = { method = base } })
  claim("S8-symplectic", "... and is symplectic", cotangent, "symplectic_defect", theorem, { exact = true })
end
claim("S8-flow", "... which are those of the flow to second order", "rattle", "position_error", theorem, { order = exactly(2) })
claim("S8-unchanged", "without the secondary constraint q is unchanged", "shake", "position_error", section,
      { value = same, relative = { method = "rattle" } })
claim("S8-control", "another method, Reich's, has other positions than RATTLE", "reich", "position_error", "a control",
      { value = above "1.5", relative = { method = "rattle" } })
claim("S8-reduction", "... but the momenta do not stay where the reduction takes place", "shake", "constraint_error:psi",
      section, { exact = false })
claim("S8-order", "... and lose an order", "shake", "solution_error", section,
      { order = exactly(1), model = "double-spherical-pendulum" })
for _, name in ipairs { "momentum-11", "momentum-12", "momentum-21" } do
  for _, method in ipairs { "rattle", "reich", "rattle-cotangent", "shake" } do
    claim("S1-momentum-algebra", "the momentum of right translations is preserved", method, "invariant_error:" .. name,
          "McLachlan, Scovel (1994), theorems 2 and 5", { exact = true, model = "moment-algebra" })
  end
end
claim("S1-second", "of an Euler equation Reich's method is of second order", "reich", "solution_error",
      "McLachlan, Scovel (1994), theorem 5", { order = exactly(2), model = "moment-algebra" })

return study {
  title       = "The constraint algorithm on CM, on T*N and without the secondary constraint",
  source      = theorem,
  models      = { "moment-algebra", "double-spherical-pendulum" },
  witness     = { ["moment-algebra"] = "other" },
  methods     = { "rattle", "reich", "rattle-cotangent", "reich-cotangent", "shake", "rk4" },
  projections = { "none" },
  steps       = halving("0.1", 6),
  untiltime   = "1",
  precisions  = { 128 },
  measures    = { "solution_error", "position_error", "symplectic_defect", "constraint_error", "invariant_error" },
  claims      = claims,
}
