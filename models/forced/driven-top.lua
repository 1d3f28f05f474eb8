-- A top whose weight changes with the time, as in a lift that moves up and down.
return model {
  title  = "Top in a moving lift",
  source = "McLachlan, Scovel (1994), section 6.2, with c (1 + a cos(w t)) in the place of c",
  kind   = "body",
  alpha  = { "0.44", "0.5", 1 },
  parameters = { a = "1/2", w = "7/5" },
  c      = function (t, c) return 1 + c.a * cos(c.w * t) end,
  chi    = { 0, 0, 1 },
  initial = { default = { "0.3", "0.2", "-0.9", "0.36", "0.48", "0.8" },        -- m12, m13, m23, v
              other = { "-0.5", "0.4", "0.6", "0.6", "0.64", "0.48" } },
  step    = "0.05",
}
