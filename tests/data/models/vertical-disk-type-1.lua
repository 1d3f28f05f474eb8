-- The second-order system of type I that is associated to the rolling disk,
--
--     theta'' = phi'' = 0, x'' = -sin(phi) theta' phi', y'' = cos(phi) theta' phi'
--
-- Solutions that start on the constraints of the disk are its own; of others the slip is not 0.
return model {
  title  = "Second-order system of type I of the vertical rolling disk",
  source = "Fernandez (2010), associated second-order systems",
  kind   = "ode",                              -- x' = f(x)
  coordinates = { "phi", "theta", "x", "y", "v_phi", "v_theta", "v_x", "v_y" },
  secular     = { "phi", "theta" },
  field = function (x)
    return { x.v_phi, x.v_theta, x.v_x, x.v_y, 0, 0,
             -sin(x.phi) * x.v_theta * x.v_phi, cos(x.phi) * x.v_theta * x.v_phi }
  end,
  initial = { default = { "0.3", 0, 0, 0, 1, 1, "cos(0.3)", "sin(0.3)" } },
  step = "0.1",
}
