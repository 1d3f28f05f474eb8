-- y' = sqrt((x - 2)^2 + 1e-16) + cos x along x' = 1 from 0: analytic everywhere, and next to a kink at x = 2 that no expansion
-- from the data knows of. A run across it has an error of order 2 from that one step, as long as h > 1e-8.
return model {
  title = "Next to a kink", source = "test", kind = "ode", coordinates = { "x", "y" },
  field = function (z, c) return { 1, sqrt((z.x - 2)^2 + "1e-16") + cos(z.x) } end,
  initial = { default = { 0, 1 } },
  step = "3/16",
}
