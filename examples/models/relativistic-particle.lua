-- A relativistic charged particle with mass, charge and velocity of light 1: x' = u/g, u' = E(x) + u/g x B(x), g = sqrt(1 + |u|^2).
return model {
  title = "Relativistic charged particle in a magnetic bottle and an electric field",
  kind  = "ode",
  coordinates = { "x", "y", "z", "ux", "uy", "uz" },
  field = function (x)
    local g = sqrt(1 + x[4]^2 + x[5]^2 + x[6]^2)
    local v = { x[4]/g, x[5]/g, x[6]/g }
    local B = { -x[1]*x[3]/2, -x[2]*x[3]/2, 1 + x[3]^2/2 }
    local E = { -x[1]/4, x[2]/8, x[3]/8 }
    return { v[1], v[2], v[3], E[1] + v[2]*B[3] - v[3]*B[2], E[2] + v[3]*B[1] - v[1]*B[3], E[3] + v[1]*B[2] - v[2]*B[1] }
  end,
  hamiltonian = function (x) return sqrt(1 + x[4]^2 + x[5]^2 + x[6]^2) + x[1]^2/8 - x[2]^2/16 - x[3]^2/16 end,
  initial = { default = { "1/2", "1/4", "-1/4", "4/3", "-1/2", "1/5" }, other = { "-1/4", "1/2", "1/8", "1/2", "5/4", "-1/3" } },
  step = "1/10",
}
