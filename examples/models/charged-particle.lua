-- A charged particle with mass and charge 1: x' = v, v' = E(x) + v x B(x), with E = -grad phi and div B = 0.
return model {
  title = "Charged particle in a magnetic bottle and an electric field",
  kind  = "ode",
  coordinates = { "x", "y", "z", "vx", "vy", "vz" },
  field = function (x)
    local B = { -x[1]*x[3]/2, -x[2]*x[3]/2, 1 + x[3]^2/2 }
    local E = { -x[1]/4, x[2]/8, x[3]/8 }
    return { x[4], x[5], x[6],
             E[1] + x[5]*B[3] - x[6]*B[2], E[2] + x[6]*B[1] - x[4]*B[3], E[3] + x[4]*B[2] - x[5]*B[1] }
  end,
  hamiltonian = function (x) return (x[4]^2 + x[5]^2 + x[6]^2)/2 + x[1]^2/8 - x[2]^2/16 - x[3]^2/16 end,
  initial = { default = { "1/2", "1/4", "-1/4", "1/3", "-1/2", "1/5" }, other = { "-1/4", "1/2", "1/8", "1/2", "1/4", "-1/3" } },
  step = "1/10",
}
