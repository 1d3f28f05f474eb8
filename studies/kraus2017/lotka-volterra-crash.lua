-- Lobatto IIIA, IIIB and IIIC without projection on the Lotka-Volterra model: Kraus (2017), sections 3.5 and 5.1, figure
-- 3; claims K4 (its first step: lotka-volterra-start.lua) and K7.
--
-- "Crash" is read as the end of stable steps: the run breaks down, or its energy error exceeds 5 %.  "After about N
-- steps": between N/2 and 2 N.  As variational methods IIIA and IIIB are partitioned, positions with one and momenta
-- with the other; "IIIA" is the pair IIIA-IIIB, "IIIB" the pair IIIB-IIIA, "IIIC" the pair IIIC-IIIC*.
--
-- The paper describes a null vector for pairs whose stages depend on each other (eq. 80), and does not say whether it was
-- used.  IIIB-IIIA is run both ways: without it two stages crash as the paper reports (in steps 20 and 201), with it they
-- are the midpoint rule in other unknowns.  Three stages crash on the first step in neither way.
local family = { IIIA = "lobatto-iiia-iiib-", IIIB = "lobatto-iiib-iiia-", IIIC = "lobatto-iiic-" }
local claims = {
  { id = "K4", text = "the trapezoidal variational integrator leaves the constraint manifold, h = 0.01",
    measure = "largest:constraint", methods = "lobatto-iiia-iiib-2", projection = "none", step = "0.01",
    value = above "0.1", source = "Kraus (2017), section 3.5, figure 3" },
}
local condition = {
  IIIA = "with two stages; with three the first steps can be made, and the energy is lost after some 40",
  IIIB = "without null vector; with it two stages are the midpoint rule, and three last longer than the paper's",
  IIIC = "'about' is generous: IIIC crashes sooner with two stages (after 4 steps, 14 at h = 0.01), later on with three",
}
local function claim(id, text, measure, stages, step, value)
  local function add(name, methods, suffix, remark, of)
    table.insert(claims, { id = id .. "-" .. name .. suffix, text = name .. text .. remark, measure = of or measure,
                           methods = methods, projection = "none", step = step, value = value,
                           condition = condition[name], source = "Kraus (2017), section 5.1" })
  end
  for _, name in ipairs { "IIIA", "IIIB", "IIIC" } do
    add(name, family[name] .. stages, "", name == "IIIB" and " (with its null vector)" or "")
  end
  if step == "0.1" then -- at 0.01: lotka-volterra-null-vector.lua
    add("IIIB", "without-null-vector:" .. family.IIIB .. stages, "-without",
        " (without its null vector; the step that cannot be made)", "breakdown_step")
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
                  "without-null-vector:lobatto-iiib-iiia-2", "without-null-vector:lobatto-iiib-iiia-3", "lobatto-iiic-2",
                  "lobatto-iiic-3", "gauss-3" },
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
    { id = "K7-3-0.1-IIIB-without", verdict = "refuted" },
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
