-- A Lie group method of Munthe-Kaas on SO(3), which acts on spheres in R^3: x' = a(x) x x with a = x x f/|x|^2, the midpoint rule in
-- the Lie algebra, and Cayley's map in place of the exponential.  It keeps |x|.  Munthe-Kaas (1998), BIT 38, 92; Hairer, Lubich, Wanner
-- (2006), IV.8.
return method {
  name   = "rkmk-midpoint",
  kinds  = { "ode" },
  claims = { order = 2 },
  step   = function (s)
    if #s.x ~= 3 or not is_zero(dot(s.f(s.x), s.x)) then
      s.refuse("its field is not tangent to spheres in R^3")
    end
    local function rotate(x, a)                                  -- cay(a) x
      local A = hat(a) / 2
      return solve(identity(3) - A, x + A * x)
    end
    local function algebra(x, t) return cross(x, s.f(x, t)) / dot(x, x) end
    local middle = rotate(s.x, s.h/2 * algebra(s.x, s.t))
    return rotate(s.x, s.h * algebra(middle, s.t + s.h/2))
  end,
}
