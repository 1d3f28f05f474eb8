-- Whether the energy and the angular momentum drift on the two models of the paper's long runs in double: Kraus (2017),
-- sections 5.1 and 5.2; what claims K9, K10 and K12 say of drifts and of errors that stay bounded.  Stability, and how
-- large the errors get: lotka-volterra-*.lua, vortices.lua and vortices-projected.lua.  Four and more stages of Gauss, whose
-- errors are round-off: random-walk.lua.  On the guiding centre: tokamak-drift.lua.
--
-- The growth of the errors over an ensemble of 64 perturbed trajectories, and their slope with its spread.  A drift that
-- the oscillation of the error hides for 10^5 steps shows here after some thousand, since the means over intervals of an
-- oscillation fall with the third power of their length.  Names of the families: see vortices-projected.lua.
local function list(...)
  local all = {}
  for _, names in ipairs { ... } do
    for _, name in ipairs(names) do table.insert(all, name) end
  end
  return all
end
local gauss  = { "gauss-1", "gauss-2", "gauss-3", "srk-3" }
local IIIA   = { "lobatto-iiia-iiib-3", "lobatto-iiia-iiib-4" }
local IIIB   = { "lobatto-iiib-iiia-3", "lobatto-iiib-iiia-4" }
local IIIC   = { "lobatto-iiic-2", "lobatto-iiic-3", "lobatto-iiic-4" }
local IIID   = { "lobatto-iiid-2", "lobatto-iiid-3", "lobatto-iiid-4" }
local IIIE   = { "lobatto-iiie-2", "lobatto-iiie-3", "lobatto-iiie-4" }
local two    = { "lobatto-iiia-iiib-2", "lobatto-iiib-iiia-2" }
local odd    = list(gauss, IIIA, IIIB, { "lobatto-iiid-3", "lobatto-iiie-3" })
local even   = { "lobatto-iiid-2", "lobatto-iiid-4", "lobatto-iiie-2", "lobatto-iiie-4" }

local claims = {}
local function claim(id, text, measure, methods, projection, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, projection
  what.model  = what.model or "point-vortices"
  what.source = what.own and "assay: measured" or what.source or what.model == "point-vortices" and "Kraus (2017), section 5.2" or "Kraus (2017), section 5.1"
  table.insert(claims, what)
end

claim("K12-4-drift", "with standard projection the energy drifts", "growth:energy",
      list(gauss, IIIA, IIIB, { "lobatto-iiie-3", "lobatto-iiie-4" }), "standard", { grows = "secular" })
claim("K12-4-drift-slower", "... where the oscillation still hides the exponent, its slope differs from zero", "slope:energy",
      list(IIID, { "lobatto-iiie-2" }), "standard", { value = above "1e-16" })
claim("K12-4-drift-momentum", "... and so does the angular momentum", "growth:angular-momentum",
      list(gauss, IIIA, IIIB, IIID, IIIE), "standard", { grows = "secular" })
for _, projection in ipairs { "symmetric", "symplectic", "midpoint" } do
  local good = projection == "midpoint" and odd or list(odd, even)
  claim("K12-7", "with symmetric, symplectic and midpoint projection the energy error stays bounded", "growth:energy", good,
        projection, { grows = "bounded" })
  claim("K12-8", "... and so does the error of the angular momentum", "slope:angular-momentum",
        projection == "symmetric" and list(odd, { "lobatto-iiid-2", "lobatto-iiie-2" }) or good, projection,
        { value = between("-1e-15", "1e-15"), condition = "at most 1e-10 in 10^6 steps" })
end
for _, projection in ipairs { "symmetric", "midpoint" } do
  claim("K12-10-drift", "with IIIC the symmetric and the midpoint projection let the energy drift", "growth:energy", IIIC,
        projection, { grows = "secular" })
end
-- The paper does not say what "erratic" and "not suitable" are.  Here nothing is seen of either but in IIIB without its null
-- vector, whose first step cannot be made (vortices-projected.lua).
claim("K12-11-drift", "IIID and IIIE with an even number of stages and the midpoint projection: no drift of the energy is seen",
      "growth:energy", even, "midpoint", { grows = "bounded", own = true })
claim("K12-12-drift", "IIIA and IIIB with two stages, their null vector and the midpoint projection: no drift of the energy is "
      .. "seen", "growth:energy", two, "midpoint", { grows = "bounded", own = true })
-- 1e-12 in 10^6 steps of 0.1 is 1e-17 per unit of time; of that order: a decade.  The families of Lobatto are the standard
-- ones; a sentence of the paper exchanges these two, so that both are tried.
for name, methods in pairs { standard = "lobatto-iiid-4", exchanged = "lobatto-iiie-4" } do
  claim("K12-13-" .. name, "symmetric projection, IIID with four stages (" .. (name == "standard" and "as defined" or
        "IIIE, if the paper's sentence is followed") .. "): the momentum drifts by about 1e-12 in 10^6 steps",
        "slope:angular-momentum", methods, "symmetric", { value = between("-1e-16", "1e-16") })
end

-- Lotka-Volterra, where the orbit closes and the standard projection does well.  IIIA-IIIB and IIIC with two stages lose
-- their energy before a slope is seen; with more than two they drift.  What drifts with four stages of Gauss is round-off.
local function on_lotka_volterra(id, text, methods, projection, growth, own)
  claim(id, text, "growth:energy", methods, projection, { grows = growth, model = "lotka-volterra", own = own })
end
local closed = list(gauss, { "lobatto-iiid-2", "lobatto-iiid-3", "lobatto-iiie-2", "lobatto-iiie-3" })

on_lotka_volterra("K9-growth", "standard projection: the energy error of truncation does not drift", closed, "standard",
                  "bounded")
on_lotka_volterra("K9-walk", "... and what drifts with four stages is round-off, which walks at random", { "gauss-4" },
                  "standard", "random-walk", true)
for _, projection in ipairs { "symmetric", "symplectic", "midpoint" } do
  on_lotka_volterra("K10-growth", "symmetric, symplectic and midpoint projection: the energy error does not drift", closed,
                    projection, "bounded")
end
on_lotka_volterra("K10-IIIA-drift", "IIIA with standard projection: the energy drifts", IIIA, "standard", "secular")
on_lotka_volterra("K10-IIIC-drift", "IIIC with standard projection: the energy drifts", { "lobatto-iiic-3", "lobatto-iiic-4" },
                  "standard", "secular")

return study {
  title       = "Drifts on the Lotka-Volterra model and two point vortices",
  source      = "Kraus (2017), sections 5.1 and 5.2",
  models      = { "lotka-volterra", "point-vortices" },
  methods     = list(gauss, { "gauss-4" }, IIIA, IIIB, IIIC, IIID, IIIE, two),
  projections = { "standard", "symmetric", "symplectic", "midpoint" },
  steps       = each { "0.1" },
  untilsteps  = 8192,
  precisions  = { "double" },
  measures    = { "growth:energy", "slope:energy", "growth:angular-momentum", "slope:angular-momentum" },
  claims      = claims,
  full        = { untilsteps = 32768 },
}
