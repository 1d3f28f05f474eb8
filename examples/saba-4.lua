-- SABA_4 of Laskar and Robutel (2001): kicks at the nodes of the Gauss quadrature, of order (8, 2).
-- assay audit examples/saba-4.lua
local near, far = sqrt("3/7" - 2*sqrt("6/5")/7)/2, sqrt("3/7" + 2*sqrt("6/5")/7)/2
local b = "1/4" - sqrt("30")/72
return splitting {
  name = "saba-4", first = "drift",
  drift = { "1/2" - far, far - near, 2*near, far - near, "1/2" - far },
  kick = { b, "1/2" - b, "1/2" - b, b },
  claims = { order = { 8, 2 }, symplectic = true, symmetric = true },
}
