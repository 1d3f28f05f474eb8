-- The Gauss method with two stages as tables print it, to 16 digits.  Its conditions hold to these digits and no further,
-- which is not held against its order.  assay audit examples/printed-decimals.lua
return tableau {
  name   = "printed-decimals",
  a      = { { "0.25", "-0.0386751345948129" }, { "0.5386751345948129", "0.25" } },
  b      = { "0.5", "0.5" },
  claims = { order = 4, symplectic = true, symmetric = true },
}
