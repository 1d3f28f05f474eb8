-- Yoshida's first solution of order 6 (1990) to 60 decimals, its second coefficient and the mirror image of that wrong in their
-- 25th digit: smaller steps than those that show it show the rounding
local a, b, c = "0.784513610477557263819497633866349875776824417451493384567948",
  "0.235573213359358133684793482978534601686468082103401119003493",
  "-1.17767998417887100694641568096431573463926925263459848447537"
return composition {
  name = "wrong-yoshida-6", base = "runge-kutta:gauss-1",
  coefficients = { a, b, c, "1" - 2*(a + b + c), c, b, a },
  claims = { order = 6, symplectic = true, symmetric = true },
}
