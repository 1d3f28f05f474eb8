-- SBAB_3 of Laskar and Robutel (2001): kicks with the weights of the Lobatto quadrature of four nodes, at these, the first
-- and the last one at the ends of the step.  The error is O(e h^6 + e^2 h^2) on H = A + e B.
-- assay audit examples/sbab-3.lua
local c = "1/2" - sqrt("5")/10
return splitting {
  name = "sbab-3", first = "kick",
  kick = { "1/12", "5/12", "5/12", "1/12" },
  drift = { c, "1" - 2*c, c },
  claims = { order = { 6, 2 }, symplectic = true, symmetric = true },
}
