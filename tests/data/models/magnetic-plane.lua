return model {
  title  = "Charged particle in the plane, in a magnetic field across it that depends on the place",
  source = "m = q = 1; the symplectic form is dx du + dy dv + B dx dy",
  kind   = "ode",
  coordinates = { "x", "y", "u", "v" },
  parameters  = { b = 1, e = "1/10" },
  field       = function (z, c)
    local B = c.b*(1 + z.x^2/4 + z.y/5)
    return { z.u, z.v, B*z.v - c.e*2*z.x, -B*z.u - c.e*(3*z.y^2) }
  end,
  hamiltonian = function (z, c) return (z.u^2 + z.v^2)/2 + c.e*(z.x^2 + z.y^3) end,
  symplectic  = function (z, c)
    local B = c.b*(1 + z.x^2/4 + z.y/5)
    return { { 0, B, -1, 0 }, { -B, 0, 0, -1 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 } }
  end,
  initial = { default = { 1, "1/2", "1/5", "1/2" }, other = { "1/3", "-1/4", "1/2", "-2/5" } },
}
