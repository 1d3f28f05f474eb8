-- The angular momentum of a free rigid body with moments of inertia 1, 2 and 3: x' = x times I^-1 x, a Lie-Poisson system on spheres.
return model {
  title = "Euler's equations of a free rigid body",
  kind  = "ode",
  coordinates = { "x", "y", "z" },
  field = function (x)
    return { x[2]*x[3]*("1/3" - "1/2"), x[3]*x[1]*(1 - "1/3"), x[1]*x[2]*("1/2" - 1) }
  end,
  hamiltonian = function (x) return x[1]^2/2 + x[2]^2/4 + x[3]^2/6 end,
  poisson = function (x) return { { 0, -x[3], x[2] }, { x[3], 0, -x[1] }, { -x[2], x[1], 0 } } end,
  invariants = { casimir = function (x) return x[1]^2 + x[2]^2 + x[3]^2 end },
  initial = { default = { "4/5", "3/5", "1/3" }, other = { "-1/3", "4/5", "1/2" } },
  step = "1/10",
}
