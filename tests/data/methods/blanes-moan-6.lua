-- Blanes, Moan (2002), J. Comput. Appl. Math. 142, 313: order 6 with ten kicks, as published
local a = { "0.0502627644003922", "0.413514300428344", "0.0450798897943977", "-0.188054853819569", "0.541960678450780" }
local b = { "0.148816447901042", "-0.132385865767784", "0.067307604692185", "0.432666402578175" }
a[6] = "1" - 2*(a[1] + a[2] + a[3] + a[4] + a[5])
b[5] = "1/2" - (b[1] + b[2] + b[3] + b[4])
return splitting {
  name = "blanes-moan-6", first = "drift",
  drift = { a[1], a[2], a[3], a[4], a[5], a[6], a[5], a[4], a[3], a[2], a[1] },
  kick = { b[1], b[2], b[3], b[4], b[5], b[5], b[4], b[3], b[2], b[1] },
  claims = { order = 6, symplectic = true, symmetric = true },
}
