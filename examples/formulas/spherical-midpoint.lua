-- The spherical midpoint method on Lie-Poisson systems in R^3: the field is taken at the midpoint, put back on the sphere.  McLachlan,
-- Modin, Verdier (2017), Math. Comp. 86, 1129: it is a Poisson map, and keeps |x|.
local function size(x) return sqrt(dot(x, x)) end

return method {
  name   = "spherical-midpoint",
  kinds  = { "ode" },
  claims = { order = 2, symmetric = true, symplectic = true },
  step   = function (s)
    if #s.x ~= 3 or not is_zero(dot(s.f(s.x), s.x)) then
      s.refuse("its field is not tangent to spheres in R^3")
    end
    local k = s.unknown("k", 3)
    local sum = 2 * s.x + k
    s.solve(k - s.h * s.f(sqrt(size(s.x) * size(s.x + k)) * sum / size(sum), s.t + s.h/2))
    return s.x + k
  end,
}
