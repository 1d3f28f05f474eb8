-- The classical method as a pair: explicit on any H(q, p), separable or not.
local a = { { 0, 0, 0, 0 }, { "1/2", 0, 0, 0 }, { 0, "1/2", 0, 0 }, { 0, 0, 1, 0 } }
return tableau { name = "my-rk4-pair", a = a, ahat = a, b = { "1/6", "1/3", "1/3", "1/6" }, bhat = { "1/6", "1/3", "1/3", "1/6" } }
