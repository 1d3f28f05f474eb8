return model {
  title = "Pendulum that goes over the top", source = "H = p^2/2 - cos q", kind = "ode",
  coordinates = { "angle", "rate" },
  field       = function (x, c) return { x.rate, -sin(x.angle) } end,
  hamiltonian = function (x, c) return x.rate^2/2 - cos(x.angle) end,
  symplectic  = { { 0, -1 }, { 1, 0 } },
  periodic = { angle = "2*pi" },
  initial     = { default = { "5/2", 2 }, other = { 3, "5/2" } },
}
