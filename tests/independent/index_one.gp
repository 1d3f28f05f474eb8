\\ Steps of Runge-Kutta methods on generalized Hamiltonian systems H(q, p, l), computed slowly and plainly in PARI/GP: a
\\ second algorithm that shares nothing with the library but the definitions (McLachlan, Modin, Verdier, Wilkins,
\\ Symplectic integrators for index one constraints, 2013).
\\
\\ What is done differently on purpose:
\\   - a model is the formula of H alone, cos r with the cosine; derivatives are read off truncated power series of H;
\\   - increments and multipliers of all stages are one system, solved by Newton's method with a matrix of differences,
\\     first at low precision, then at high precision with the last matrix frozen;
\\   - tableaux are those of steps.gp.
\\
\\ Use:  echo 'run_index_one_test()' | gp -q -f -s 512M tests/independent/steps.gp tests/independent/index_one.gp
\\ Output, separated by tabs: model initial method steps x_1.. l_1.. after 1 and 10 steps, 70 digits; l belongs to x.

\\ ------------------------------------------------------------------ models
\\ [H(q, p, l), n, k, x_0, l near those of x_0, h]

bicycle_energy(q, p, l, V) =
{
  my([x, y, theta, phi] = q, L = 3/10);
  my(u = p + l[1]*[sin(phi), -cos(phi), 0, 0] + l[2]*[sin(theta), -cos(theta), L, 0]);
  u*u~/2 + V((x - L/2*cos(theta))^2 + (y - L/2*sin(theta))^2);
}
\\ cos(sqrt(s)): near 0, where sqrt is not smooth, the series
cosine(s) = if(polcoef(s + O('t), 0, 't) < 1/100, sum(k = 0, 32, (-s)^k/(2*k)!), cos(sqrt(s)));
heisenberg(q, p, l) = my(u = p + l[1]*[-q[2], q[1], 1]); u*u~/2;
isokinetic(q, p, l) = p*p~/2/(1 - l[1]) + 3/10*cos(q[1]) + cos(q[2])/5 - l[1]/2;
cone(q, p, l) =
  (p[1]^2 + p[2]^2)/2/(1 - l[1]) + p[3]^2/2/(1 + l[1]/4) + q[1]^2/2 + q[2]^2 + q[3]^2/4;
ellipsoid(q, p, l) =
{
  p[1]^2/2/(1 - l[1]) + p[2]^2/(2 - l[1]) + p[3]^2*3/2/(3 - l[1]) - l[1]/2 + 3/10*cos(q[1]) + cos(q[2])/5
  + q[1]*q[3]/5 + q[3]^2/4;
}
auxiliary(q, p, l) =
{
  (p[1]^2 + 2*p[2]^2 + q[1]^2 + 3*q[2]^2)/2 - q[1]*p[2]/4 + l[1]*(q[1] + p[2])/4 + l[2]*(q[2]^2 - p[1])/3
  + l[1]^2/2 + l[2]^2 + (l[1]^2 + l[1]*l[2] + l[2]^2)^2;
}

index_one_table() =
{[
  ["bicycle:reversal", (q, p, l) -> bicycle_energy(q, p, l, s -> 0), [3/20, 0, 0, Pi/4], [0, 1, 0, 0], [0, 0], 1/10],
  ["bicycle:line", (q, p, l) -> bicycle_energy(q, p, l, s -> 0), [3/20, 0, 0, 0], [1, 0, 0, 0], [0, 0], 1/10],
  ["bicycle:circle", (q, p, l) -> bicycle_energy(q, p, l, s -> 0), [3/10, 0, 0, Pi/2], [0, 0, 109/100, 1], [0, 0], 1/10],
  ["bicycle-surface:bowl", (q, p, l) -> bicycle_energy(q, p, l, s -> -cosine(s)), [3/20, 0, 0, Pi/4], [0, 1, 0, 0], [0, 0],
   1/10],
  ["bicycle-surface:hill", (q, p, l) -> bicycle_energy(q, p, l, s -> 1 + cosine(s)), [3/20, 0, 0, Pi/4], [0, 1, 0, 0],
   [0, 0], 1/100],
  ["heisenberg:default", heisenberg, [0, 0, 0], [1/10, 3/10, -1], [1], 1/10],
  ["heisenberg:other", heisenberg, [3/10, -1/5, 1/10], [2/5, 1/10, 7/10], [0], 1/10],
  ["isokinetic:default", isokinetic, [2/5, 1/10], [3/5, 4/5], [0], 1/10],
  ["isokinetic:other", isokinetic, [1/2, -1/3], [3/2, -1/4], [-1/2], 1/10],
  ["cone:default", cone, [1, 0, 0], [1/5, 9/10, 1/2], [-7/5], 1/10],
  ["cone:other", cone, [1/2, -1/3, 1/4], [7/10, -2/5, 3/5], [-1], 1/10],
  ["studies/mclachlan2013/models/ellipsoid.lua:default", ellipsoid, [2/5, 1/10, -1/5], [3/5, 4/5, 7/10], [0], 1/10],
  ["studies/mclachlan2013/models/auxiliary.lua:default", auxiliary, [2/5, 1/10], [3/5, 4/5], [0, 0], 1/10]
]};

\\ --------------------------------------------------------------- derivatives

\\ The gradient of H by q, p and l at z = (q, p, l).
gradient(H, n, z) =
{
  vectorv(#z, i,
    my(w = z); w[i] += 't + O('t^2);
    polcoef(H(w[1..n], w[n + 1..2*n], w[2*n + 1..#w]) + O('t^2), 1, 't));
}

\\ ------------------------------------------------------------------- Newton

\\ A zero of few digits would take those of what is added to it.
with_digits(x, digits) = apply(t -> if(t == 0, 0, precision(t, digits)), x);

\\ What is differenced here takes more digits than the steps of steps.gp.
default(realprecision, 120);

\\ The root of r near x: a matrix of differences at low precision, frozen for the last digits.
root(r, x) =
{
  my(d = #x, dx = 1, y, inverse, small = 10^-19);
  x = with_digits(x, 38);
  for(k = 1, 20,
    y = r(x);
    inverse = matconcat(vector(d, j, my(z = x); z[j] += small; (r(z) - y)/small))^-1;
    dx = with_digits(inverse*y, 38);
    x -= dx;
    if(normlp(dx) < 1e-12, break));
  if(normlp(dx) > 1e-12, error("no convergence"));
  x = with_digits(x, 120);
  for(k = 1, 30,
    dx = precision(inverse*r(x), 120);
    x -= dx;
    if(normlp(dx) < 1e-95, return(x)));
  error("no convergence of the refinement");
}

\\ --------------------------------------------------------------------- step

multipliers(H, n, x, l) = root(l -> my(g = gradient(H, n, concat(x, l~))); g[2*n + 1..#g], l);

\\ x after a step of the tableau (a, b); l are multipliers of x.
index_one_step(H, n, a, b, h, x, l) =
{
  my(s = #b, d = 2*n, k = #l, K, L, field, r, y, start);
  K = ((y, i) -> y[(i - 1)*d + 1..i*d]);
  L = ((y, i) -> y[s*d + (i - 1)*k + 1..s*d + i*k]);
  field = (g -> concat(g[n + 1..d], -g[1..n]));
  r = (y ->
    my(e = []~, c = []~, g);
    for(i = 1, s,
      g = gradient(H, n, concat(x + sum(j = 1, s, a[i, j]*K(y, j)~), L(y, i)~));
      e = concat(e, K(y, i) - h*field(g));
      c = concat(c, g[d + 1..d + k]));
    concat(e, c));
  start = h*field(gradient(H, n, concat(x, l~)));
  y = root(r, concat(concat(vector(s, i, start)), concat(vector(s, i, l))));
  x + sum(i = 1, s, b[i]*K(y, i)~);
}

\\ ---------------------------------------------------------------------- run


run_index_one(row, method) =
{
  my([name, H, q, p, l, h] = row, x = 1.*concat(q, p), n = #q, t = tableau(method));
  l = multipliers(H, n, x, 1.*l~);
  for(k = 1, 10,
    x = index_one_step(H, n, t[1], t[3], h, x, l);
    l = multipliers(H, n, x, l);
    if(k == 1 || k == 10,
      print(strjoin(concat([concat(strsplit(name, ":"), [method, Str(k)]), apply(digits70, x), apply(digits70, l~)]), "\t"))));
}


\\ ------------------------------------------------------- holonomic constraints
\\ Proposition 8: [name, H, g, q_0, p_0, l near, h].  Unknowns of a step: (q1, p1), e, e1, and the multipliers l of the
\\ midpoint and of the end.

hopf(q, p, l, V) = my(u = p + l[1]*[-q[2], q[1], -q[4], q[3]]); u*u~/2 + V;
sphere(q) = (q*q~ - 1)/2;
unicycle(q, p, l) = my(u = p + l[1]*[sin(q[4]), -cos(q[4]), 0, 0]); u*u~/2 + q[3];
unicycle_data() = my(s = sin(3/5), nu = (1/4 - s^2/4 + 3/20*s*cos(3/5))/(5/4 - s^2/4)); [1/2 - nu/2, 3/10, nu, 2/5];

holonomic_table() =
{[
  ["hopf-sphere:default", (q, p, l) -> hopf(q, p, l, 0), sphere, [1/2, 1/2, 1/2, 1/2], [23/40, -9/40, 3/40, -17/40], [0], 1/10],
  ["hopf-sphere-potential:default", (q, p, l) -> hopf(q, p, l, q[1] + q[3]^2/2), sphere, [1/2, 1/2, 1/2, 1/2],
   [23/40, -9/40, 3/40, -17/40], [0], 1/10],
  ["unicycle-on-surface:default", unicycle, q -> q[3] - (q[1]^2 + 2*q[2]^2)/4, [1, 0, 1/4, 3/5], unicycle_data(), [0], 1/10]
]};

normal(g, q) = vectorv(#q, i, my(w = q); w[i] += 't + O('t^2); polcoef(g(w) + O('t^2), 1, 't));

rattle_midpoint_step(H, g, n, h, x, l) =
{
  my(d = 2*n, k = #l, r, y);
  r = (y ->
    my(x1 = y[1..d]~, e = y[d + 1], e1 = y[d + 2], lm = y[d + 3..d + 2 + k]~, l1 = y[d + 3 + k..d + 2 + 2*k]~);
    my(q0 = x[1..n], p0 = x[n + 1..d], q1 = x1[1..n], p1 = x1[n + 1..d], pm, pp, zm, z1);
    pp = p0 - e*normal(g, q0)~;
    pm = p1 + e1*normal(g, q1)~;
    zm = gradient(H, n, concat([(q0 + q1)/2, (pp + pm)/2, lm]));
    z1 = gradient(H, n, concat([x1, l1]));
    concat([(q1 - q0)~ - h*zm[n + 1..d], (pm - pp)~ + h*zm[1..n], [g(q1)/h]~, [normal(g, q1)~*z1[n + 1..d]]~,
            zm[d + 1..d + k], z1[d + 1..d + k]]));
  y = root(r, concat([(x + h*concat(gradient(H, n, concat(x, l~))[n + 1..d]~, vector(n)))~, [0, 0]~, l, l]));
  y[1..d]~;
}

run_rattle_midpoint(row) =
{
  my([name, H, g, q, p, l, h] = row, x = 1.*concat(q, p), n = #q);
  l = multipliers(H, n, x, 1.*l~);
  for(k = 1, 10,
    x = rattle_midpoint_step(H, g, n, h, x, l);
    l = multipliers(H, n, x, l);
    if(k == 1 || k == 10,
      print(strjoin(concat([concat(strsplit(name, ":"), ["rattle-midpoint", Str(k)]), apply(digits70, x), apply(digits70, l~)]),
                    "\t"))));
}

\\ What the test compares: Gauss with two stages everywhere, others where steps are cheap.
run_index_one_test() =
{
  foreach(index_one_table(), row,
    run_index_one(row, "gauss-2");
    if(#row[3] < 4, foreach(["gauss-1", "gauss-3", "radau-iia-2", "lobatto-iiie-3"], m, run_index_one(row, m))));
  foreach(holonomic_table(), row, run_rattle_midpoint(row));
}
