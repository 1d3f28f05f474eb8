-- Two oscillators whose frequencies depend on their actions, in other canonical variables: tori that are known, and no
-- reflection of q and p that reverses the motion, since those of the oscillators are none in these variables.
--
--     q, p  ->  P = p + grad S(q),  Q = q - grad T(P),    action_j = (Q_j^2 + P_j^2)/2
--
-- The frequencies have nearly the ratio of the golden section at both initial data: they do not resonate.
local function actions(q, p)
  local x, y = q[1], q[2]
  local p1 = p[1] + "3/5"*x*y + x^3/5 + "3/20"*y^3
  local p2 = p[2] + "3/10"*x^2 + "9/20"*x*y^2
  local q1 = x - p1*p2/2 - p1^2/10
  local q2 = y - p1^2/4 - p2^2/10
  return (q1^2 + p1^2)/2, (q2^2 + p2^2)/2
end

return model {
  title       = "Twisted tori in variables without a reflection",
  source      = "H = a + 809/500 b + a^2/10 + a b/20 + 4/25 b^2 of the actions a, b of two oscillators after two shears",
  kind        = "hamiltonian",
  coordinates = { "q1", "q2" },
  hamiltonian = function (q, p)
    local a, b = actions(q, p)
    return a + "809/500"*b + a^2/10 + a*b/20 + "4/25"*b^2
  end,
  invariants  = { ["action-1"] = function (q, p) local a, b = actions(q, p) return a end },
  initial     = {
    default = { q = { "3/5", "3/10" }, p = { "1/10", "1/2" } },
    other   = { q = { "-2/5", "1/2" }, p = { "3/10", "1/5" } },
  },
  step = "0.1",
}
