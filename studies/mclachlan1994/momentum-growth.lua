-- How the round-off in momentum maps grows, over ensembles of 64 perturbed trajectories: as a random walk or less, not with
-- time.  A million steps: in fewer a drift of a thousandth of a rounding error a step is not seen.
local claims = {}
local function claim(id, model, name)
  table.insert(claims, { id = id, text = "round-off in a momentum map that is preserved exactly does not drift", model = model,
                         methods = { "rattle", "reich" }, projection = "none", measure = "growth:" .. name,
                         grows = "random-walk", precision = "double", source = "McLachlan, Scovel (1994), theorem 2" })
end
claim("S7-growth", "double-spherical-pendulum", "vertical-momentum")
claim("S4-growth", "lagrange-top", "spin")
claim("S1-growth", "rigid-body", "momentum-12")
return study {
  title       = "Growth of round-off in momentum maps",
  source      = "McLachlan, Scovel (1994), section 6",
  models      = { "rigid-body", "lagrange-top", "double-spherical-pendulum" },
  methods     = { "rattle", "reich" },
  projections = { "none" },
  steps       = each { "0.05" },
  untilsteps  = 1048576,
  precisions  = { "double" },
  measures    = { "growth:vertical-momentum", "growth:spin", "growth:momentum-12" },
  claims      = claims,
}
