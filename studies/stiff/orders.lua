-- Orders where h L >> 1: x' = -L (x - cos t) - sin t with L = 1e6 and steps of 1/4 to 1/64, h L from 250 000 down to 15 600.
--
-- Methods of classical order p lose orders there.  That says nothing against p, which is the order as h L goes to 0, and so
-- nothing is claimed here: these are the orders that are found.  Theory has, at a fixed L, s for Radau IIA and s - 1 for
-- Lobatto IIIC (errors of h^(s+1)/(h L) and h^s/(h L)), s for Gauss with an even s, and s + 1 with an odd one, whose
-- R(infinity) = -1 lets the errors of neighbouring steps cancel (Hairer, Wanner 1996, Solving Ordinary Differential
-- Equations II, table IV.15.1).
return study {
  title       = "Orders of stiff problems",
  source      = "Hairer, Wanner (1996), table IV.15.1",
  models      = { "prothero-robinson" },
  methods     = { "runge-kutta:gauss-1", "runge-kutta:gauss-2", "runge-kutta:gauss-3", "runge-kutta:gauss-4", "runge-kutta:radau-iia-2",
                  "runge-kutta:radau-iia-3", "runge-kutta:radau-iia-4", "runge-kutta:lobatto-iiic-3", "runge-kutta:lobatto-iiic-4" },
  projections = { "none" },
  steps       = halving("1/4", 5),
  untiltime   = "1",
  precisions  = { "128" },
  measures    = { "solution_error" },
  tables      = { { name = "stiff-orders", title = "Orders found where h L >> 1", source = "Hairer, Wanner (1996), table IV.15.1",
                    model = "prothero-robinson", measure = "solution_error", precision = 128 } },
}
