-- SABA_3 of Laskar and Robutel (2001): kicks with the weights of the Gauss quadrature, at its nodes.  Made for H = A + e B
-- with a small e, where drifts are the flow of A and kicks that of e B: the error is O(e h^6 + e^2 h^2).
-- assay audit examples/saba-3.lua
local c = "1/2" - sqrt("15")/10
local d = "1/2" - c
return splitting {
  name = "saba-3", first = "drift",
  drift = { c, d, d, c },
  kick = { "5/18", "4/9", "5/18" },
  claims = { order = { 6, 2 }, symplectic = true, symmetric = true },
}
