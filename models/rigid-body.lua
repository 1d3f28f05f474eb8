-- The free rigid body with its attitude q, which starts from the unit matrix.  Its momentum in space is q m q^T.
return model {
  title  = "Free rigid body in three dimensions",
  source = "McLachlan, Scovel (1994), section 6.1",
  kind   = "body",
  alpha    = { "0.44", "0.5", 1 },             -- J = diag(alpha); moments of inertia alpha_i + alpha_j
  attitude = true,
  initial  = { default = { "0.3", "-0.5", "0.8", 1, 0, 0, 0, 1, 0, 0, 0, 1 },   -- m12, m13, m23, the rows of q
               other = { "-0.2", "0.6", "0.4", 1, 0, 0, 0, 1, 0, 0, 0, 1 } },
  step     = "0.1",
}
