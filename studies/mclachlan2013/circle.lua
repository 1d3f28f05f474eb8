-- The bicycle's circle: McLachlan, Modin, Verdier & Wilkins (2013), figures 4 and 8; claims I3 and I6.
--
-- Figure 4 compares with a stiff solver of Matlab at tolerance 1e-12, stiff.lua with that of Octave.  On these data the
-- solution is known, and the certified Taylor series agrees with it to all digits asked for: that decides the order here.
local source = "McLachlan, Modin, Verdier, Wilkins (2013), "
local gauss = { "index-one:gauss-1", "index-one:gauss-2", "index-one:gauss-3", "index-one:gauss-4" }
local claims = {}
local function add(claim)
  claim.projection = "none"
  claim.source = source .. claim.source
  table.insert(claims, claim)
end

for s, method in ipairs(gauss) do
  add { id = s == 1 and "I3-circle" or "I6-circle", methods = method, measure = "solution_error", order = exactly(2*s),
        text = s == 1 and "order 2 on the circle" or "the circle is a solution: methods converge to it with their order",
        source = s == 1 and "figure 4" or "section 5, figure 8" }
end

return study {
  title       = "The circle of the bicycle",
  source      = "McLachlan, Modin, Verdier, Wilkins (2013), section 5",
  models      = { "bicycle" },
  initial     = { "circle" },
  methods     = gauss,
  projections = { "none" },
  steps       = halving("0.2", 6),
  untiltime   = "10",
  refine      = 2,
  precisions  = { 256 },
  measures    = { "solution_error" },
  claims      = claims,
  figures     = {
    { name = "fig4", title = "Error of the solution, bicycle on the circle", source = "McLachlan et al. (2013), figure 4",
      model = "bicycle", precision = 256, measures = { "solution_error" } },
  },
}
