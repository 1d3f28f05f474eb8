-- Which methods drift, and so are not conjugate symplectic: the fourth part of panel.lua, whose results are kept with the
-- others.  No reflection reverses these models; on others a symmetric method does not drift, whatever it is.
local claims = { { id = "conjugate", measure = "secular_rate:energy", methods = "*", projection = "*", exact = true,
                   source = "none: what is claimed decides what is measured" } }

return study {
  title       = "The panel of known failures: what drifts",
  source      = "",
  models      = { "skew-pendulum", "twisted-torus" },
  methods     = { "rk4", "runge-kutta:lobatto-iiia-iiib-3" },
  projections = { "none" },
  steps       = automatic(7),
  untiltime   = "automatic",
  precisions  = { "double" },
  measures    = { "secular_rate:energy" },
  claims      = claims,
}
