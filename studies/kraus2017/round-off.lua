-- Whether the drift of the energy with symmetric projection is round-off: Kraus (2017), section 5.4, figure 19; claims
-- K17 and K18.
--
-- The barely passing orbit in double, with rounded coefficients, with coefficients split in two parts (eq. 164 and 165)
-- and with exactly symplectic ones, and in quadruple precision (113 bits).  In double the growth is measured over an
-- ensemble of perturbed trajectories: in proportion to time it is a drift, with the square root of time it is what
-- unbiased rounding leaves (Brouwer's law).
local methods = { "gauss-3", "gauss-4", "gauss-5", "gauss-6" }
local higher  = { "gauss-5", "gauss-6" }
local claims  = {}
local function claim(id, text, measure, which, precision, what)
  what.id, what.text, what.measure, what.methods, what.precision = id, text, measure, which, precision
  what.projection = "symmetric"
  what.source = "Kraus (2017), section 5.4" .. (what.source or "")
  table.insert(claims, what)
end

claim("K17", "in double the energy error of higher orders drifts", "growth:energy", higher, "double",
      { grows = "secular", condition = "where the truncation error is below round-off" })
claim("K17-quadruple", "in quadruple precision no drift is seen", "final_part:energy", methods, "113",
      { value = below "3", source = ", figure 19" })
claim("K17-quadruple-momentum", "... nor one of the toroidal momentum", "largest:toroidal-momentum", methods, "113",
      { value = below "1e-26", source = ", figure 19" })
claim("K18-split", "coefficients split in two parts remove the drift", "growth:energy", higher, "double:split",
      { grows = "random-walk" })
claim("K18-symplectic", "exactly symplectic coefficients remove the drift", "growth:energy", higher,
      "double:symplectic", { grows = "random-walk" })

local function panels()
  local made = {}
  for _, method in ipairs(methods) do
    table.insert(made, { title = method .. ", energy error", kind = "history", channel = "energy", methods = method })
    table.insert(made, { title = method .. ", its largest in ten parts", kind = "maxima", channel = "energy",
                         methods = method })
    table.insert(made, { title = method .. ", toroidal momentum", kind = "history", channel = "toroidal-momentum",
                         methods = method })
  end
  return made
end

return study {
  title       = "Round-off and the drift of the energy",
  source      = "Kraus (2017), section 5.4",
  models      = { "guiding-centre-tokamak" },
  initial     = { "barely-passing" },
  methods     = methods,
  projections = { "symmetric" },
  steps       = each { "2.5" },
  untilsteps  = 4000,
  history     = 200,
  precisions  = { "double", "double:split", "double:symplectic", 113 },
  measures    = { "growth:energy", "final_part:energy", "largest:toroidal-momentum", "drift:energy" },
  claims      = claims,
  figures     = {
    { name = "fig19", title = "Symmetric projection in quadruple precision", source = "Kraus (2017), figure 19",
      model = "guiding-centre-tokamak", precision = "113", projection = "symmetric", panels = panels() },
    { name = "round-off", title = "The energy error in double", source = "Kraus (2017), section 5.4", kind = "history",
      channel = "energy", model = "guiding-centre-tokamak", projection = "symmetric", methods = higher,
      panels = {
        { title = "Rounded coefficients", precision = "double" }, { title = "Split", precision = "double:split" },
        { title = "Exactly symplectic", precision = "double:symplectic" },
      } },
  },
  full        = { untilsteps = 1250000 },
}
