-- The Poincare section of the heavy top over 60 000 steps of t = 0.05: McLachlan and Scovel (1994), figure 1; claim S3.
--
-- The section v3 = 0, v3' > 0 of H = 1 is an ellipsoid of m; the points come from fractions of a step, and their
-- dimension is 1 on a circle.  The paper calls its portrait typical and names no start; four are taken here, and a fifth, in
-- a chaotic layer of the exact flow, in section-layer.lua.  RK4 shows the circles, too: over so many steps they do not
-- tell a symplectic method from one of order 4.
local source = "McLachlan, Scovel (1994), figure 1"
local starts = { "low", "lower", "high", "steep" }
local panels = {}
for _, start in ipairs(starts) do table.insert(panels, { title = "RATTLE, " .. start, initial = start, methods = "rattle" }) end

return study {
  title       = "The section of the heavy top",
  source      = source,
  models      = { "heavy-top" },
  initial     = starts,
  methods     = { "rattle", "rk4" },
  projections = { "none" },
  steps       = each { "0.05" },
  untilsteps  = 60000,
  history     = 100,
  precisions  = { "double" },
  measures    = { "section_dimension:v3" },
  claims      = {
    { id = "S3", text = "the section shows invariant circles at t = 0.05", method = "rattle", projection = "none",
      measure = "section_dimension:v3", value = below "1.3", sharp = true, source = source,
      condition = "four starts; the paper names none, and (0.2, 0.3) lies in a chaotic layer of the exact flow" },
    { id = "S3-rk4", text = "... and so does that of RK4, which is not symplectic", method = "rk4", projection = "none",
      measure = "section_dimension:v3", value = below "1.3", sharp = true, own = true, source = "assay: measured" },
  },
  figures     = {
    { name = "fig1", title = "Section of the heavy top, v3 = 0", source = source, kind = "orbit", channel = "section",
      model = "heavy-top", axes = { "m13", "m12" }, precision = "double", projection = "none",
      panels = panels },
  },
}
