-- The same in four dimensions.
return model {
  title  = "Free rigid body in four dimensions",
  source = "McLachlan, Scovel (1994), section 6.1",
  kind   = "body",
  alpha    = { "0.44", "0.5", 1, "0.7" },
  attitude = true,
  initial  = { default = { "0.3", "-0.5", "0.8", "0.2", "0.6", "-0.4",          -- m12, m13, m14, m23, m24, m34
                           1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 },
               other = { "-0.2", "0.6", "0.4", "0.5", "-0.3", "0.1",
                         1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } },
  step     = "0.1",
}
