-- The section of the heavy top as in section.lua, from (m13, m12) = (0.2, 0.3): a start in a chaotic layer of the exact flow
-- (its largest Lyapunov exponent is 0.019 over t = 50 000, from the starts of section.lua 0.0002).  The points lie in a layer, of which
-- the dimension is 1.5, whatever the method: no claim of McLachlan and Scovel (1994) is about it.
local source = "McLachlan, Scovel (1994), figure 1"

return study {
  title       = "The section of the heavy top in its chaotic layer",
  source      = source,
  models      = { "heavy-top" },
  initial     = { "default" },
  methods     = { "rattle" },
  projections = { "none" },
  steps       = each { "0.05" },
  untilsteps  = 60000,
  history     = 100,
  precisions  = { "double" },
  measures    = { "section_dimension:v3" },
  claims      = {
    { id = "S3-layer", text = "from this start the points fill a layer", method = "rattle", projection = "none",
      measure = "section_dimension:v3", value = above "1.3", sharp = true, own = true, source = "assay: measured" },
  },
  figures     = {
    { name = "fig1-layer", title = "Section of the heavy top, v3 = 0", source = source, kind = "orbit", channel = "section",
      model = "heavy-top", axes = { "m13", "m12" }, precision = "double", projection = "none" },
  },
}
