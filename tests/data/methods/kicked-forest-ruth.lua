local x = "1/(2 - exp(log(2)/3))"
return splitting {
  name = "kicked-forest-ruth", kick = { x/2, "1/2" - x/2, "1/2" - x/2, x/2 }, drift = { x, "1" - 2*x, x },
}
