-- Data of energy 1 on the section v3 = 0, given by (m13, m12): m23 < 0 lies on the ellipsoid
-- m12^2/0.94 + m13^2/1.44 + m23^2/1.5 = 2, and v = (m13, m23, 0)/|(m13, m23)| satisfies m . v = 0.
return model {
  title  = "Heavy top near Lagrange's",
  source = "McLachlan, Scovel (1994), section 6.2 and figure 1",
  kind   = "body",
  alpha  = { "0.44", "0.5", 1 },
  c      = 1,
  chi    = { 0, 0, 1 },
  initial = { default = { "0.3", "0.2", "-sqrt(1.5*(2 - 0.3^2/0.94 - 0.2^2/1.44))",
                          "0.2/sqrt(0.2^2 + 1.5*(2 - 0.3^2/0.94 - 0.2^2/1.44))",
                          "-sqrt(1.5*(2 - 0.3^2/0.94 - 0.2^2/1.44))/sqrt(0.2^2 + 1.5*(2 - 0.3^2/0.94 - 0.2^2/1.44))", 0 },
              other = { "0.5", "-0.4", "0.7", "0.6", "0.64", "0.48" } },          -- not on the section
  step    = "0.05",
}
