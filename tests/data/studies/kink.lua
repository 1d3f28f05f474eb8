-- Not smooth at q = 0.
return model { kind = "degenerate", coordinates = { "q", "p" }, step = "0.1",
  theta = function (q) return { q.p, 0 } end, initial = { default = { "0.3", "-0.15" } },
  hamiltonian = function (q) return q.p^2/2 + sqrt(q.q^2)/10 end }
