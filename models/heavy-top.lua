-- Data of energy 1 on the section v3 = 0, given by (m13, m12): m23 < 0 lies on the ellipsoid
-- m12^2/0.94 + m13^2/1.44 + m23^2/1.5 = 2, and v = (m13, m23, 0)/|(m13, m23)| satisfies m . v = 0.
local function start(m13, m12)
  local m23 = "-sqrt(1.5*(2 - (" .. m12 .. ")^2/0.94 - (" .. m13 .. ")^2/1.44))"
  local size = "sqrt((" .. m13 .. ")^2 + (" .. m23 .. ")^2)"
  return { m12, m13, m23, "(" .. m13 .. ")/" .. size, m23 .. "/" .. size, 0 }
end

return model {
  title  = "Heavy top near Lagrange's",
  source = "McLachlan, Scovel (1994), section 6.2 and figure 1",
  kind   = "body",
  alpha  = { "0.44", "0.5", 1 },
  c      = 1,
  chi    = { 0, 0, 1 },
  sections = {                                                              -- its points lie on an ellipsoid of m
    v3 = function (x) return { x.v3, x.m13, x.m23, x.m12 } end,
  },
  initial = { default = start("0.2", "0.3"),
              low     = start("0.2", "-0.9"),
              lower   = start("0.2", "-0.4"),
              high    = start("0.2", "0.9"),
              steep   = start("0.2", "-1.2"),
              other   = { "0.5", "-0.4", "0.7", "0.6", "0.64", "0.48" } },          -- not on the section
  step    = "0.05",
}
