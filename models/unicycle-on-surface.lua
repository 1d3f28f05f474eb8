-- A wheel that rolls on the surface z = (x^2 + 2 y^2)/4 in the direction phi, without slipping sideways.  The momenta of the
-- data are (0.5, 0.3, 0, 0.4), moved along the normal of the surface to where the velocity is tangent to it.
local normal = "((0.25 - 0.25*sin(0.6)^2 + 0.15*sin(0.6)*cos(0.6))/(1.25 - 0.25*sin(0.6)^2))"

return model {
  title  = "Unicycle on a surface",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), Propositions 7 and 8",
  kind   = "index-one",
  coordinates = { "x", "y", "z", "phi" },
  secular     = { "phi" },
  velocity_constraints = function (q) return { { sin(q.phi), -cos(q.phi), 0, 0 } } end,
  constraints = function (q) return { q.z - (q.x^2 + 2*q.y^2)/4 } end,
  potential = function (q) return q.z end,
  reversal = function (q, p) return { q.x, q.y, q.z, q.phi, -p.x, -p.y, -p.z, -p.phi } end,
  initial = {
    default = { q = { 1, 0, "0.25", "0.6" }, p = { "0.5 - 0.5*" .. normal, "0.3", normal, "0.4" } },
    other   = { q = { 0, 1, "0.5", 0 }, p = { "0.6", "-0.2", 0, "0.3" } },
  },
  step = "0.1",
}
