-- Gauss with two stages and one coefficient wrong in its 15th digit.  That sqrt(3)/6 is 0.28867513459481 says nothing of the
-- numbers below, which are exact.
return tableau {
  name   = "commented-digits",
  source = "a_12 = -0.03867513459481",
  a      = { { "1/4", "(1/4 - sqrt(3)/6)*(1 + 3/10^14)" }, { "1/4 + sqrt(3)/6", "1/4" } },
  b      = { "1/2", "1/2" },
  claims = { order = 4, symplectic = true, symmetric = true },
}
