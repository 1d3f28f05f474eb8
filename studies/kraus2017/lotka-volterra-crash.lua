-- Lobatto IIIA, IIIB and IIIC without projection on the Lotka-Volterra model: Kraus (2017), sections 3.5 and 5.1, figure
-- 3; claims K4 and K7.
--
-- "Crash" is read as the end of stable steps: the run breaks down, or its energy error exceeds 5 %.  "After about N
-- steps": between N/2 and 2 N.  As variational methods IIIA and IIIB are partitioned, positions with one and momenta
-- with the other; "IIIA" is the pair IIIA-IIIB, "IIIB" the pair IIIB-IIIA, "IIIC" the pair IIIC-IIIC*.
local family = { IIIA = "lobatto-iiia-iiib-", IIIB = "lobatto-iiib-iiia-", IIIC = "lobatto-iiic-" }
local claims = {
  { id = "K4", text = "the trapezoidal variational integrator leaves the constraint manifold, h = 0.01",
    measure = "largest:constraint", methods = "lobatto-iiia-iiib-2", projection = "none", step = "0.01",
    value = above "0.1", source = "Kraus (2017), section 3.5, figure 3" },
}
local condition = {
  IIIB = "not for the pair IIIB-IIIA: with two stages it is the midpoint rule in other unknowns",
  IIIC = "it is less stable than the others at both steps",
}
local function claim(id, text, measure, stages, step, value)
  for _, name in ipairs { "IIIA", "IIIB", "IIIC" } do
    table.insert(claims, { id = id .. "-" .. name, text = name .. text, measure = measure,
                           methods = family[name] .. stages, projection = "none", step = step, value = value,
                           condition = condition[name],
                           source = "Kraus (2017), section 5.1" })
  end
end
claim("K7-2-0.1", ", s = 2, h = 0.1, without projection: crashes after about 25 steps", "first_energy_step", 2, "0.1",
      between("12.5", "50"))
claim("K7-3-0.1", ", s = 3, h = 0.1, without projection: crashes on the first step", "first_energy_step", 3, "0.1",
      below "1")
claim("K7-2-0.01", ", s = 2, h = 0.01, without projection: crashes after about 350 steps", "stable_steps", 2, "0.01",
      between("175", "700"))
claim("K7-3-0.01", ", s = 3, h = 0.01, without projection: crashes after about 1000 steps", "stable_steps", 3, "0.01",
      between("500", "2000"))

return study {
  title       = "Lobatto methods that leave the constraint at once, Lotka-Volterra",
  source      = "Kraus (2017), sections 3.5 and 5.1",
  models      = { "lotka-volterra" },
  methods     = { "lobatto-iiia-iiib-2", "lobatto-iiia-iiib-3", "lobatto-iiib-iiia-2", "lobatto-iiib-iiia-3",
                  "lobatto-iiic-2", "lobatto-iiic-3", "gauss-3" },
  projections = { "none" },
  steps       = each { "0.1", "0.01" },
  untiltime   = "50",
  history     = 500,
  precisions  = { "double" },
  measures    = { "stable_steps", "first_energy_step", "breakdown_step", "largest:constraint" },
  claims      = claims,
  expect      = {
    { id = "K7-2-0.1-IIIB", verdict = "refuted" },
    { id = "K7-2-0.1-IIIC", verdict = "refuted" },
    { id = "K7-3-0.1-IIIA", verdict = "refuted" },
    { id = "K7-3-0.1-IIIB", verdict = "refuted" },
    { id = "K7-3-0.1-IIIC", verdict = "refuted" },
    { id = "K7-2-0.01-IIIB", verdict = "refuted" },
    { id = "K7-2-0.01-IIIC", verdict = "refuted" },
    { id = "K7-3-0.01-IIIB", verdict = "refuted" },
    { id = "K7-3-0.01-IIIC", verdict = "refuted" },
  },
  figures     = {
    { name = "fig3", title = "The trapezoidal variational integrator, h = 0.01", source = "Kraus (2017), figure 3",
      model = "lotka-volterra", precision = "double", projection = "none", step = "0.01",
      panels = {
        { title = "Solution, beside one that stays (Gauss, s = 3)", kind = "orbit", axes = { "q1", "q2" },
          methods = { "lobatto-iiia-iiib-2", "gauss-3" } },
        { title = "Distance from the constraint", kind = "history", channel = "constraint",
          methods = { "lobatto-iiia-iiib-2", "gauss-3" } },
      } },
  },
}
