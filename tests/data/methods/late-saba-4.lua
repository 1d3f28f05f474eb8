-- SABA_4 with a weight that is wrong in its 25th digit.
local near, far = sqrt("3/7" - 2*sqrt("6/5")/7)/2, sqrt("3/7" + 2*sqrt("6/5")/7)/2
local b = "1/4" - sqrt("30")/72
return splitting {
  name = "late-saba-4", first = "drift",
  drift = { "1/2" - far, far - near, 2*near, far - near, "1/2" - far },
  kick = { b + "1e-25", "1/2" - b, "1/2" - b, b },
  claims = { order = { 8, 2 } },
}
