-- r: distance from the magnetic axis; |B| = B0 S/(q0 R).  B = curl A for the orientation (R, Z, phi).
local function r2(q, c) return (q.R - c.R0)^2 + q.Z^2 end
local function S(q, c) return sqrt(r2(q, c) + c.q0^2*c.R0^2) end

local function toroidal_momentum(q, c)
  return -c.B0*r2(q, c)/(2*c.q0) - q.u*c.q0*c.R0*q.R/S(q, c)
end

return model {
  title  = "Guiding centre of a charged particle in an axisymmetric tokamak",
  source = "Kraus (2017), section 5.3, eq. 157–163; the factor mu of H is missing in eq. 163",
  kind   = "degenerate",                       -- L(q, q') = theta(q).q' - H(q)
  coordinates = { "R", "Z", "phi", "u" },      -- u: velocity along the field
  secular     = { "phi" },
  parameters  = { R0 = 2, B0 = 5, q0 = 2, mu = "0.01" }, -- q0: safety factor; mu: magnetic moment
  theta = function (q, c)
    return {
      c.B0*c.R0*q.Z/(2*q.R) - q.u*q.Z/S(q, c),
      -c.B0*c.R0/2 * log(q.R/c.R0) + q.u*(q.R - c.R0)/S(q, c),
      toroidal_momentum(q, c),
      0,
    }
  end,
  hamiltonian = function (q, c) return q.u^2/2 + c.mu*c.B0*S(q, c)/(c.q0*q.R) end,
  invariants  = { ["toroidal-momentum"] = toroidal_momentum },
  reversal = function (q, c) return { q.R, -q.Z, -q.phi, q.u } end, -- rotation by pi about phi = 0
  initial = {
    default = "deeply-trapped",
    ["deeply-trapped"] = { q = { "2.5", 0, 0, "0.1" },    step = 5 },
    ["barely-trapped"] = { q = { "2.5", 0, 0, "0.3375" }, step = 3 },
    ["barely-passing"] = { q = { "2.5", 0, 0, "0.3425" }, step = "2.5" },
    ["deeply-passing"] = { q = { "2.5", 0, 0, "0.5" },    step = "2.5" },
  },
}
