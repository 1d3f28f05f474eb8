-- The planar problem of two bodies, reduced to their relative motion, with mass and gravity 1.  The data start
-- from the pericentre of an ellipse of semi-axis 1 and eccentricity e = 0.6: q = (1 - e, 0),
-- p = (0, sqrt((1 + e)/(1 - e))) = (0, 2).  The period is 2 pi.
local function radius(x) return sqrt(x.q1^2 + x.q2^2) end
local function spin(x) return x.q1 * x.p2 - x.q2 * x.p1 end

return model {
  title  = "Kepler's problem in the plane",
  source = "Hairer, Lubich, Wanner (2006), Geometric Numerical Integration, section I.2, eq. (2.2)-(2.3) and (2.11)",
  kind   = "ode",                              -- x' = f(x)
  coordinates = { "q1", "q2", "p1", "p2" },
  field       = function (x)
    local r = radius(x)
    return { x.p1, x.p2, -x.q1 / r^3, -x.q2 / r^3 }
  end,
  hamiltonian = function (x) return (x.p1^2 + x.p2^2) / 2 - 1 / radius(x) end,
  symplectic  = { { 0, 0, -1, 0 }, { 0, 0, 0, -1 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 } }, -- Om f = grad H
  invariants  = {
    ["angular-momentum"] = spin,
    -- the vector of Laplace, Runge and Lenz, which points at the pericentre and has length e
    ["pericentre-1"] = function (x) return x.p2 * spin(x) - x.q1 / radius(x) end,
    ["pericentre-2"] = function (x) return -x.p1 * spin(x) - x.q2 / radius(x) end,
  },
  reversal    = function (x) return { x.q1, x.q2, -x.p1, -x.p2 } end,
  initial     = { default = { "0.4", 0, 0, 2 }, rounder = { "18/25", 0, 0, "4/3" } }, -- of eccentricity 7/25
  step        = "0.05",
}
