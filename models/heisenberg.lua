-- Geodesics of the Heisenberg group: z' = y x' - x y'.
return model {
  title  = "Heisenberg problem",
  source = "McLachlan, Modin, Verdier, Wilkins (2013), section 6, eq. (42)-(43), with p_z = -1",
  kind   = "index-one",
  coordinates = { "x", "y", "z" },
  velocity_constraints = function (q) return { { -q.y, q.x, 1 } } end,
  invariants = {
    ["momentum-z"] = function (q, p) return p.z end,
    ["angular-momentum"] = function (q, p) return q.x*p.y - q.y*p.x end,
  },
  reversal = function (q, p) return { q.x, q.y, q.z, -p.x, -p.y, -p.z } end,
  initial = {
    default = { q = { 0, 0, 0 }, p = { "0.1", "0.3", -1 } }, -- l = 1
    other   = { q = { "0.3", "-0.2", "0.1" }, p = { "0.4", "0.1", "0.7" } },
  },
  step = "0.1",
}
