-- The backward differentiation formula of two steps on models with holonomic constraints: the states before a step and a step earlier
-- go into it.  Hairer, Wanner (1996), Solving Ordinary Differential Equations II, section VII.2.
return method {
  name        = "bdf-2-by-formulas",
  kinds       = { "hamiltonian" },
  constraints = true,
  remembers   = true,
  claims      = { order = 2 },
  step        = function (s)
    local n, h, t2 = #s.q, s.h, s.t + s.h
    local before = s.carry("before", s.before)
    local d = s.unknown("d", 2*n)                              -- the moves of q, and h times those of p
    local L = s.multiplier("L", #s.g(s.q))                     -- h^2 times the multipliers
    local x2 = s.x + stack(rows(d, 1, n), rows(d, n + 1, 2*n)/h)
    local q2, p2, moved = rows(x2, 1, n), rows(x2, n + 1, 2*n), s.x - before
    s.solve(3 * rows(d, 1, n) - rows(moved, 1, n) - 2*h * s.H_p(q2, p2, t2),
            3 * rows(d, n + 1, 2*n) - h * rows(moved, n + 1, 2*n) + 2*h*h * s.H_q(q2, p2, t2) + 2 * s.G(q2).T * L,
            s.g(q2))
    return x2, { before = s.x }
  end,
}
