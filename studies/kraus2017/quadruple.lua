-- The energy error of symmetric projection in quadruple precision (113 bits): Kraus (2017), section 5.4, figure 19;
-- claim K17.  The barely passing orbit; in double: round-off.lua.
--
-- No drift: the largest error of the last tenth of the run is at most three times that of the first; and the slope, from
-- which nothing is hidden by round-off here, is less than a tenth of the 3.2e-19 per unit of time (1e-12 in 1250000 steps
-- of 2.5) by which the paper's runs in double drift from their start on.  Three stages have a truncation error that is too
-- large for that.
local methods = { "gauss-3", "gauss-4", "gauss-5", "gauss-6" }
local panels = {}
for _, method in ipairs(methods) do
  table.insert(panels, { title = method .. ", energy error", kind = "history", channel = "energy", methods = method })
  table.insert(panels, { title = method .. ", its largest in ten parts", kind = "maxima", channel = "energy",
                         methods = method, joined = true })
  table.insert(panels, { title = method .. ", toroidal momentum", kind = "history", channel = "toroidal-momentum",
                         methods = method, joined = true })
end

return study {
  title       = "Symmetric projection in quadruple precision",
  source      = "Kraus (2017), section 5.4",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-passing" },
  methods     = methods,
  projections = { "symmetric" },
  steps       = each { "2.5" },
  untilsteps  = 4000,
  history     = 200,
  precisions  = { 113 },
  measures    = { "final_part:energy", "largest:energy", "largest:toroidal-momentum", "drift:energy" },
  claims      = {
    { id = "K17-quadruple", text = "in quadruple precision the energy does not drift", measure = "final_part:energy",
      methods = "gauss-*", projection = "symmetric", value = below "3", length = "1250000",
      source = "Kraus (2017), section 5.4, figure 19" },
    { id = "K17-slope-quadruple", text = "... and the slope that it has in double is not there", measure = "drift:energy",
      methods = { "gauss-4", "gauss-5", "gauss-6" }, projection = "symmetric", value = between("-3.2e-20", "3.2e-20"),
      source = "Kraus (2017), section 5.4, figure 19" },
    -- Round-off of 113 bits is 1e-34; the paper's figure shows the error of the momentum at this level.
    { id = "K17-momentum", text = "... nor does the toroidal momentum", measure = "largest:toroidal-momentum",
      methods = "gauss-*", projection = "symmetric", value = below "1e-28", length = "1250000",
      source = "Kraus (2017), section 5.4, figure 19" },
  },
  figures     = {
    { name = "fig19", title = "Symmetric projection in quadruple precision", source = "Kraus (2017), figure 19",
      model = "guiding-centre-tokamak", precision = "113", projection = "symmetric", panels = panels },
  },
  expect      = { -- the run is too short for what is said of 1 250 000 steps
    { id = "K17-quadruple", verdict = "inconclusive" },
    { id = "K17-momentum", verdict = "inconclusive" },
  },
  full        = { untilsteps = 1250000, expect = { { id = "K17-quadruple", verdict = "holds" } } },
}
