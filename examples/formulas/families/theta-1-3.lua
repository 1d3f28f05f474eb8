-- A member of the family of theta-family.lua.
return include "theta-family.lua" { name = "theta-1-3", theta = "1/3", claims = { order = 1 } }
