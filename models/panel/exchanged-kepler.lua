-- Kepler's problem with the roles of q and p exchanged, (q, p) -> (p, -q): the same ellipses, of eccentricity 0.6 and 0.28.
local function radius(p) return sqrt(p.x^2 + p.y^2) end

return model {
  title       = "Kepler's problem with q and p exchanged",
  source      = "Hairer, Lubich, Wanner (2006), section I.2, eq. (2.2), with p in the place of q and -q in the place of p",
  kind        = "hamiltonian",
  coordinates = { "x", "y" },
  hamiltonian = function (q, p) return (q.x^2 + q.y^2)/2 - 1/radius(p) end,
  invariants  = { ["angular-momentum"] = function (q, p) return q.x*p.y - q.y*p.x end },
  reversal    = function (q, p) return { -q.x, -q.y, p.x, p.y } end,
  initial     = {
    default = { q = { 0, -2 }, p = { "0.4", 0 } },
    rounder = { q = { 0, "-4/3" }, p = { "18/25", 0 } },
  },
  step = "0.05",
}
