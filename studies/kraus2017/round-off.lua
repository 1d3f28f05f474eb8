-- Where the drift of the energy with symmetric projection comes from: Kraus (2017), section 5.4; claims K17 and K18 in
-- double.  In quadruple precision there is none: quadruple.lua.  Whether what remains is a drift or a random walk:
-- round-off-growth.lua.
--
-- The barely passing orbit of figure 19, with coefficients rounded, split in two parts (eq. 164 and 165), and made
-- exactly symplectic; with stages as Newton's method accepted them, and with the correction by which it did.  The
-- paper has the drift from coefficients that satisfy the condition of symplecticity only nearly.  Here it comes from
-- where the iteration stops: with factors kept from earlier steps (the paper makes them anew in each step) the
-- correction that is left out, less than round-off, is not random.  So methods take it, unless a precision says
-- `accepted`: that is what these claims are about.
--
-- The slope of a random walk is never zero: a drift counts as removed where 3/10 of it are left, of either sign.
local methods = { "gauss-4", "gauss-5", "gauss-6" }
local claims  = {}
local function claim(id, text, methods, precision, what)
  what.id, what.text, what.methods, what.precision = id, text, methods, precision
  what.measure, what.projection = "drift:energy", "symmetric"
  what.source = what.source or "Kraus (2017), section 5.4"
  table.insert(claims, what)
end
local function removed(id, text, methods, precision, source, condition)
  claim(id, text, methods, precision, { value = between("-0.3", "0.3"), relative = { precision = "double:accepted" },
                                        source = source, condition = condition })
end

local stop = "not here, where the drift comes from Newton's iteration, which stops short with factors of earlier steps"
removed("K18-split", "coefficients split in two parts remove the drift", methods, "double:split:accepted", nil,
        stop)
removed("K18-symplectic", "exactly symplectic coefficients remove the drift", methods, "double:symplectic:accepted",
        nil, stop)
removed("K18-corrected", "stages that take the last correction of Newton's method remove the drift", methods,
        "double", "assay: measured", "the slope that remains is that of a random walk")
removed("K18-split-corrected", "... with coefficients split in two parts as well", methods, "double:split",
        "assay: measured", "the slope that remains is that of a random walk")

return study {
  title       = "Round-off and the drift of the energy",
  source      = "Kraus (2017), section 5.4",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-passing" },
  methods     = methods,
  projections = { "symmetric" },
  steps       = each { "2.5" },
  untilsteps  = 100000,
  history     = 200,
  precisions  = { "double:accepted", "double:split:accepted", "double:symplectic:accepted",
                  "double:uncompensated:accepted", "double", "double:split" },
  measures    = { "drift:energy" },
  claims      = claims,
  expect      = { { id = "K18-split", verdict = "refuted" }, { id = "K18-symplectic", verdict = "refuted" } },
  figures     = {
    { name = "round-off", title = "The energy error in double", source = "Kraus (2017), section 5.4", kind = "history",
      channel = "energy", model = "guiding-centre-tokamak", projection = "symmetric",
      panels = {
        { title = "Rounded coefficients, stages as accepted", precision = "double:accepted" },
        { title = "Split, as accepted", precision = "double:split:accepted" },
        { title = "Exactly symplectic, as accepted", precision = "double:symplectic:accepted" },
        { title = "Rounded, sums not compensated, as accepted", precision = "double:uncompensated:accepted" },
        { title = "Rounded", precision = "double" },
        { title = "Split", precision = "double:split" },
      } },
  },
  full        = { untilsteps = 1250000 },
}
