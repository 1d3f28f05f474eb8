-- The moment algebra of n = 2 on X = R^2: linear maps A with A J A^T = J, which is det A = 1 (the group Sp(2) = SL(2)).
-- The state is q = A, a 2 x 2 matrix; right translations A -> A B act linearly and leave det A = 1 alone.
--
-- The Euler equation: with mu = p A^T, split into mu_1 = (mu_11 - mu_22)/2, mu_12, mu_21 on sl(2) and the multiple of the
-- unit matrix mu_0 = (mu_11 + mu_22)/2 on its complement, orthogonal to it,
--
--     H = mu_1^2 + mu_12^2/3 + mu_21^2/2 + mu_0^2
--
-- The momentum of right translations is A^T p without its trace; mu_1^2 + mu_12 mu_21 is the Casimir.  The hidden constraint
-- is mu_0 = 0 (the manifold CM); covectors of the group have A^-1 : p^T = 0 instead (T*N).
local function mu(q, p)
  return { p.a11*q.a11 + p.a12*q.a12, p.a11*q.a21 + p.a12*q.a22, p.a21*q.a11 + p.a22*q.a12, p.a21*q.a21 + p.a22*q.a22 }
end

return model {
  title  = "A moment algebra: an Euler equation on Sp(2)",
  source = "McLachlan, Scovel (1994), example 1 with n = 2 and theorem 5",
  kind   = "hamiltonian",
  coordinates = { "a11", "a12", "a21", "a22" },
  hamiltonian = function (q, p)
    local m = mu(q, p)
    return ((m[1] - m[4])/2)^2 + m[2]^2/3 + m[3]^2/2 + ((m[1] + m[4])/2)^2
  end,
  constraints = function (q) return { q.a11*q.a22 - q.a12*q.a21 - 1 } end,
  invariants  = {
    ["momentum-11"] = function (q, p) return (q.a11*p.a11 + q.a21*p.a21 - q.a12*p.a12 - q.a22*p.a22)/2 end,
    ["momentum-12"] = function (q, p) return q.a11*p.a12 + q.a21*p.a22 end,
    ["momentum-21"] = function (q, p) return q.a12*p.a11 + q.a22*p.a21 end,
  },
  reversal = function (q, p) return { q.a11, q.a12, q.a21, q.a22, -p.a11, -p.a12, -p.a21, -p.a22 } end,
  initial = { -- of the first A = 1, of the other A = ((2, 1), (1, 1))
    default = { q = { 1, 0, 0, 1 }, p = { "0.3", "-0.5", "0.8", "-0.3" } },
    other   = { q = { 2, 1, 1, 1 }, p = { "0.4", "-0.3", "-0.2", "-0.3" } },
  },
  step = "0.1",
}
