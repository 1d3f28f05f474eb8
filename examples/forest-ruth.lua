-- Forest, Ruth (1990): order 4 with three kicks.  assay audit examples/forest-ruth.lua
local x = "1/(2 - exp(log(2)/3))" -- 2^(1/3)
return splitting {
  name   = "forest-ruth",
  drift  = { x/2, "1/2" - x/2, "1/2" - x/2, x/2 },
  kick   = { x, "1" - 2*x, x },
  claims = { order = 4, symplectic = true, symmetric = true },
}
