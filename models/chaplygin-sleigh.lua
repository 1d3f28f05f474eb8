-- Chaplygin's sleigh: a body on a plane with a blade under (x, y), which moves only along it; its centre of mass lies a
-- ahead.  No Hamiltonized Lagrangian is given: theta'' is not 0, and the class of the rolling disk does not contain it.
-- The turning dies away, and the sleigh ends on a straight line.
return model {
  title  = "Chaplygin's sleigh",
  source = "Neimark, Fufaev (1972), Dynamics of nonholonomic systems, section III.3; Bloch (2003), section 1.7",
  kind   = "nonholonomic",                  -- L(q, v) and A(q) v = 0
  coordinates = { "theta", "x", "y" },
  parameters  = { a = "1/2", m = 1, I = 1 },
  lagrangian  = function (q, v, c)
    local x, y = v.x - c.a * sin(q.theta) * v.theta, v.y + c.a * cos(q.theta) * v.theta
    return (c.m * (x^2 + y^2) + c.I * v.theta^2) / 2
  end,
  constraints = function (q, v) return { cos(q.theta) * v.y - sin(q.theta) * v.x } end,
  initial = { default = { q = { "0.3", 0, 0 }, v = { 1, "cos(0.3)", "sin(0.3)" } } },
  step = "0.1",
}
