return model {
  title  = "Harmonic oscillator",
  source = "Hairer, Lubich, Wanner (2006), Geometric Numerical Integration, section I.1.1; with frequency w",
  kind   = "ode",                              -- x' = f(x)
  coordinates = { "q", "p" },
  parameters  = { w = 1 },
  field       = function (x, c) return { x.p, -c.w^2 * x.q } end,
  hamiltonian = function (x, c) return (x.p^2 + c.w^2 * x.q^2) / 2 end,
  symplectic  = { { 0, -1 }, { 1, 0 } },       -- Om f = grad H
  exact       = function (x0, c, t)
    local s, k = sin(c.w * t), cos(c.w * t)
    return { k * x0.q + s / c.w * x0.p, k * x0.p - c.w * s * x0.q }
  end,
  reversal    = function (x, c) return { x.q, -x.p } end,
  initial     = { default = { 1, "1/2" }, other = { "-1/3", 1 } },
  step        = "0.1",
}
