-- Symmetric about the axis through its centre of mass: the momentum m12 about this axis is preserved.
return model {
  title  = "Lagrange's top",
  source = "McLachlan, Scovel (1994), section 6.2",
  kind   = "body",
  alpha  = { "0.5", "0.5", 1 },
  c      = 1,
  chi    = { 0, 0, 1 },
  invariants = { spin = function (x) return x.m12 end },
  initial = { default = { "0.3", "0.2", "-0.9", "0.36", "0.48", "0.8" },        -- m12, m13, m23, v
              other = { "-0.5", "0.4", "0.6", "0.6", "0.64", "0.48" } },
  step    = "0.05",
}
