-- Suzuki (1990), order 4 with five kicks
local x = "1/(4 - exp(log(4)/3))"
return splitting {
  name = "my-suzuki-4", drift = { x/2, x, "1/2" - "3/2"*x, "1/2" - "3/2"*x, x, x/2 }, kick = { x, x, "1" - 4*x, x, x },
}
