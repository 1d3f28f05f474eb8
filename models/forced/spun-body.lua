-- A symmetric body spun up and down about its axis by a motor fixed in it: m12 follows the torque, and m13 and m23 turn
-- with it.
return model {
  title  = "Symmetric body with a motor",
  source = "m' = [m, Om] + M(t), M along the axis of symmetry",
  kind   = "body",
  alpha  = { "1/2", "1/2", 1 },
  parameters = { a = "3/4" },
  torque = function (t, c) return { c.a * cos(2 * t), 0, 0 } end,               -- of m12, m13, m23
  invariants = {
    spin = function (x, t, c) return x.m12 - c.a * sin(2 * t) / 2 end,
    across = function (x, t, c) return x.m13^2 + x.m23^2 end,
  },
  initial = { default = { "0.3", "0.2", "-0.9" }, other = { "-0.5", "0.4", "0.6" } },
  step    = "0.1",
}
