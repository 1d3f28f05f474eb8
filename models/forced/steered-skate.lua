-- A skate on level ice that is steered by the clock, pulled along x by a force of the time: the constraint and the
-- Lagrangian are of t.  Its speed s along itself has s' = a cos(2t) cos(t).
local function speed(t, c) return c.a / 2 * (sin(t) + sin(3 * t) / 3) end

return model {
  title  = "Skate steered and pulled in time",
  source = "L = (x'^2 + y'^2)/2 + a x cos(2t), sin(t) x' = cos(t) y'",
  kind   = "nonholonomic",
  coordinates = { "x", "y" },
  secular     = { "y" },
  parameters  = { a = "1/2" },
  lagrangian  = function (q, v, t, c) return (v.x^2 + v.y^2) / 2 + c.a * q.x * cos(2 * t) end,
  constraints = function (q, v, t, c) return { sin(t) * v.x - cos(t) * v.y } end,
  invariants  = { start = function (q, v, t, c) return cos(t) * v.x + sin(t) * v.y - speed(t, c) end },
  exact = function (q0, v0, c, t)
    local s = v0.x + speed(t, c)
    return { q0.x + v0.x * sin(t) + c.a / 2 * (sin(t)^2 / 2 + (3 - cos(4 * t) - 2 * cos(2 * t)) / 24),
             q0.y + v0.x * (1 - cos(t)) + c.a / 2 * (t / 2 - sin(2 * t) / 4 + (2 * sin(2 * t) - sin(4 * t)) / 24),
             s * cos(t), s * sin(t) }
  end,
  initial = { default = { q = { 0, 0 }, v = { 1, 0 } }, other = { q = { "1/2", 1 }, v = { "-1/2", 0 } } },
  step = "0.1",
}
