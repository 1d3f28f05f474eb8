-- A rectangle of width r0 in x and y, wrinkled in z and u.
local function patch(r0)
  return function (s, t)
    return {
      r0*(s - "1/2"), r0*(t - "1/2"), "0.1"*cos(2*pi*s)*cos(2*pi*t), "0.5" + "0.01"*sin(2*pi*s)*sin(2*pi*t),
    }
  end
end

return model {
  title  = "Guiding centre of a charged particle in a field with rotational symmetry",
  source = "Kraus (2017), section 5.6: A = (B0/4)(2 + x^2 + y^2)(-y, x, 0), B = B0 (0, 0, 1 + x^2 + y^2)",
  kind   = "degenerate",                       -- L(q, q') = theta(q).q' - H(q)
  coordinates = { "x", "y", "z", "u" },        -- u: velocity along the field
  secular     = { "z" },
  parameters  = { B0 = 1, mu = "0.01" },       -- mu: magnetic moment
  theta = function (q, c)
    local A = c.B0/4 * (2 + q.x^2 + q.y^2)
    return { -A*q.y, A*q.x, q.u, 0 }
  end,
  hamiltonian = function (q, c) return q.u^2/2 + c.mu*c.B0 * (1 + q.x^2 + q.y^2) end,
  invariants = {                               -- of rotations about the axis and translations along it
    ["angular-momentum"] = function (q, c) return c.B0/4 * (q.x^2 + q.y^2) * (2 + q.x^2 + q.y^2) end,
    ["axial-momentum"]   = function (q, c) return q.u end,
  },
  exact = function (q0, c, t)                  -- uniform motion along a helix
    local angle = 2*c.mu*t / (1 + q0.x^2 + q0.y^2)
    return {
      q0.x*cos(angle) - q0.y*sin(angle), q0.x*sin(angle) + q0.y*cos(angle), q0.z + q0.u*t, q0.u,
    }
  end,
  loops = {                                    -- eq. 170, a = 2 pi tau
    default = function (a) return { "0.5"*cos(a), "0.3"*sin(a), "0.1"*sin(a), "0.5" + "0.05"*cos(a) } end,
  },
  surfaces = {                                 -- eq. 171 prints r0 = 0.1; the figures need 0.5
    default = patch("0.5"),
    printed = patch("0.1"),
  },
  reversal = function (q, c) return { q.x, -q.y, -q.z, q.u } end, -- rotation by pi about the x axis
  initial = { default = { "0.5", 0, "0.1", "0.5" } },
  step    = 10,
}
