return model {
  title  = "Attitude of a body that turns at a constant rate, as a unit quaternion", source = "q' = q w/2", kind = "ode",
  coordinates = { "w", "x", "y", "z" },
  field = function (q, c)
    local a, b, d = "3/10", "-1/2", "7/10"
    return { (-a*q.x - b*q.y - d*q.z)/2, (a*q.w + d*q.y - b*q.z)/2, (b*q.w - d*q.x + a*q.z)/2, (d*q.w + b*q.x - a*q.y)/2 }
  end,
  constraints = function (q, c) return { q.w^2 + q.x^2 + q.y^2 + q.z^2 - 1 } end,
  invariants = { norm = function (q, c) return q.w^2 + q.x^2 + q.y^2 + q.z^2 end },
  initial = { default = { 1, 0, 0, 0 }, other = { "1/2", "-1/2", "1/2", "1/2" } },
}
