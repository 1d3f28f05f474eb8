\\ Steps of projected variational partitioned Runge-Kutta methods for degenerate
\\ Lagrangians L(q, v) = th(q).v - H(q), computed slowly and plainly in PARI/GP:
\\ a second algorithm that shares nothing with the library but the definitions
\\ (Kraus, Projected variational integrators for degenerate Lagrangian systems, 2017).
\\
\\ What is done differently on purpose:
\\   - tableaux come from polynomial roots, integrals of Lagrange polynomials and
\\     the simplifying conditions C(k);
\\   - a model is nothing but the formulas of th and H; every derivative is read
\\     off truncated power series of th and H along coordinate directions;
\\   - stages, null-vector multiplier and coupled projection are one system, solved
\\     by Newton's method: first at low precision with the exact Jacobian, along
\\     the branch of solutions in h where that is needed, then at high precision
\\     with the last Jacobian frozen;
\\   - the symplectic projection carries its perturbation e_n for either sign of R.
\\
\\ Use:  echo 'run("lotka-volterra")' | gp -q -f -s 512M tests/independent/steps.gp
\\       run(model), run(model, method), run(model, method, projection), where a
\\       second data set is written model:initial; model_names(), method_names()
\\       and projection_names(method) list what there is.
\\ Output, separated by tabs: model initial method projection steps q_1.. p_1..
\\ after 1 and 10 steps, 70 digits, or `failed` in place of the numbers. p is th(q)
\\ for a projected method and the carried momentum for `none`.
\\
\\ The step of lobatto-iiic-2 has several solutions or a fold within ten steps of
\\ point-vortices:half (none, symmetric, symplectic, midpoint) and lotka-volterra
\\ (none, symplectic): what is printed after 10 steps then depends on the branch.

high_digits = 77;
low_digits = 19;
converged = 1e-62;
default(realprecision, high_digits);

\\ ---------------------------------------------------------------- tableaux
\\ A tableau is [a, abar, b, n, R]: n is the null vector or [], R is R(inf).

roots_on_unit_interval(f) = vecsort(real(polroots(subst(f, 'x, 2*'x - 1))));
gauss_nodes(s) = roots_on_unit_interval(pollegendre(s));
radau_nodes(s) = roots_on_unit_interval(pollegendre(s) - pollegendre(s - 1));
lobatto_nodes(s) =
  concat([[0], if(s > 2, roots_on_unit_interval(pollegendre(s - 1)'), []), [1]]);

lagrange(c, j) = prod(k = 1, #c, if(k == j, 1, ('x - c[k])/(c[j] - c[k])));
integral(f, t) = subst(intformal(f, 'x), 'x, t);
weights(c) = vector(#c, j, integral(lagrange(c, j), 1));
collocation(c) = matrix(#c, #c, i, j, integral(lagrange(c, j), c[i]));

\\ b_i abar_ij + b_j a_ji = b_i b_j
conjugate(a, b) = matrix(#b, #b, i, j, b[j]*(1 - a[j, i]/b[i]));

\\ First column b_1, and C(s-1): sum_j a_ij c_j^(k-1) = c_i^k/k for k < s.
lobatto_c(c, b) =
{
  my(s = #c, powers = matrix(s - 1, s - 1, k, j, c[j + 1]^(k - 1)));
  my(sums = matrix(s - 1, s, k, i, c[i]^k/k - if(k == 1, b[1], 0)));
  concat(vectorv(s, i, b[1]), (powers^-1*sums)~);
}

\\ n_i/b_i spans the kernel of a = Lobatto IIIA, whose first row is zero.
null_vector(a, b) =
{
  my(s = #b, lower = a[2..s, 2..s], tail = -lower^-1*a[2..s, 1]);
  vector(s, i, b[i]*if(i == 1, 1, tail[i - 1]));
}

lobatto(kind, s) =
{
  my(c = lobatto_nodes(s), b = weights(c), A = collocation(c), B = conjugate(A, b));
  my(C = lobatto_c(c, b), n = null_vector(A, b), R = (-1)^(s - 1));
  if(kind == "iiia-iiib", return([A, B, b, n, R]));
  if(kind == "iiib-iiia", return([B, A, b, n, R]));
  if(kind == "iiic", return([C, conjugate(C, b), b, [], R]));
  if(kind == "iiid", my(D = (C + conjugate(C, b))/2); return([D, D, b, [], -R]));
  if(kind == "iiie", my(E = (A + B)/2); return([E, E, b, [], -R]));
  error("no such Lobatto tableau: ", kind);
}

collocation_tableau(c, R) = my(a = collocation(c)); [a, a, weights(c), [], R];

srk3() =
{
  my(r = sqrt(15)/10, u = 5/36, m = 2/9);
  my(a = [u, m, u - r; u, m, u; u + r, m, u]);
  [a, a, [5/18, 4/9, 5/18], [], -1];
}

tableau(name) =
{
  my(words = strsplit(name, "-"), s = eval(words[#words]));
  if(words[1] == "gauss", return(collocation_tableau(gauss_nodes(s), (-1)^s)));
  if(words[1] == "srk", return(srk3()));
  if(words[1] == "radau", return(collocation_tableau(radau_nodes(s), 0)));
  lobatto(strjoin(words[2..#words - 1], "-"), s);
}

\\ ------------------------------------------------------------------ models
\\ A model is [q -> [th(q), H(q)], q0, h].

lotka_volterra_energy(q) = q[1] + q[2] - log(q[1]) - 2*log(q[2]);
lotka_volterra(q) = [[log(q[2])/q[1] + q[2], q[1]], lotka_volterra_energy(q)];
lotka_volterra_singular(q) = [[log(q[2])/q[1], 0], lotka_volterra_energy(q)];

\\ q = (x1, y1, x2, y2), both circulations g; `scale` is S_i.
vortices(q, g, scale) =
{
  my([x1, y1, x2, y2] = q, S1 = scale(x1, y1), S2 = scale(x2, y2));
  [[-g*y1*S1/2, g*x1*S1/2, -g*y2*S2/2, g*x2*S2/2],
   g^2/(2*Pi)*S1*S2*log((x1 - x2)^2 + (y1 - y2)^2)];
}
curved(x, y) = 1 + x^2 + y^2;
flat(x, y) = 1;

massless_charged_particle(q) =
  my([x, y] = q, A = (1 + x^2 + y^2)/2); [[-A*y, A*x], cos(x) + sin(y)];

\\ Every th_k depends on every coordinate, and nothing is symmetric.
rational(q) =
  my([x, y] = q); [[y + x*y^2/4, x^2*y/3 - x], (x^2 + y^2)/2 + x^3/6 - x*y^2/5];

\\ R0 = 2, B0 = 5, q0 = 2, mu = 1/100.
tokamak(q) =
{
  my([R, Z, phi, u] = q, X = R - 2, r2 = X^2 + Z^2, S = sqrt(r2 + 16));
  [[5*Z/R - u*Z/S, -5*log(R/2) + u*X/S, -5*r2/4 - 4*u*R/S, 0*R], u^2/2 + S/(40*R)];
}

model_table =
{[
  ["lotka-volterra",            lotka_volterra,                 [1, 1],                  1/10],
  ["lotka-volterra-singular",   lotka_volterra_singular,        [1, 1],                  1/10],
  ["point-vortices",            q -> vortices(q, 1/10, curved), [1, 1/10, 1, -1/10],     1/10],
  ["point-vortices:half",       q -> vortices(q, 1/2, curved),  [1/2, 1/10, 1/2, -1/10], 1/10],
  ["point-vortices-linear",     q -> vortices(q, 1/10, flat),   [1, 1/10, 1, -1/10],     1/10],
  ["massless-charged-particle", massless_charged_particle,      [1, 1],                  1/10],
  ["rational",                  rational,                       [1/2, 1/3],              1/10],
  ["guiding-centre-tokamak:deeply-trapped", tokamak,            [5/2, 0, 0, 1/10],       5],
  ["guiding-centre-tokamak:barely-passing", tokamak,            [5/2, 0, 0, 137/400],    5/2]
]};
model_names() = apply(row -> row[1], model_table);

model(name) =
{
  foreach(model_table, row,
    if(row[1] == name, return([row[2], 1.*row[3]~, row[4]])));
  error("no such model: ", name);
}

\\ ------------------------------------------------- values and their tangents
\\ Quantities of the step are matrices [value | derivatives by all unknowns], so
\\ that each linear formula below is written once and yields its own Jacobian.
\\ Without tangents the matrix is the single column of the value.

pairing(L, q, w, h) = my(y = L(q)); [y[1], if(h, y[1]*w - h*y[2], y[1]*w)];

\\ The pair th(q) and grad_q (th(q).w - h H(q)), with their tangents. A momentum
\\ increment h f(q, w/h) is the second; with h = 0 the second is T(q)^T w.
jets(L, q, w, h) =
{
  my(d = #q[, 1], tangents = #q > 1, x = q[, 1], u = w[, 1], y = pairing(L, x, u, h));
  my(order = if(tangents, 3, 2), th = y[1]~, T = matrix(d, d), g = vectorv(d), K = matrix(d, d));
  for(i = 1, d,
    my(z = x); z[i] += 't + O('t^order);
    y = pairing(L, z, u, h);
    g[i] = polcoef(y[2], 1, 't);
    if(!tangents, next);
    K[i, i] = 2*polcoef(y[2], 2, 't);
    T[, i] = vectorv(d, k, polcoef(y[1][k], 1, 't)));
  if(!tangents, return([Mat(th), Mat(g)]));
  for(i = 1, d, for(j = 1, i - 1,
    my(z = x); z[i] += 't + O('t^3); z[j] += 't + O('t^3);
    y = polcoef(pairing(L, z, u, h)[2], 2, 't);
    K[i, j] = K[j, i] = y - (K[i, i] + K[j, j])/2));
  my(dq = q[, 2..#q], dw = w[, 2..#w]);
  [concat(Mat(th), T*dq), concat(Mat(g), T~*dw + K*dq)];
}

momentum(L, q) = jets(L, q, 0*q, 0)[1];
pullback(L, q, w) = jets(L, q, w, 0)[2];
with_tangents(x, wanted) = if(wanted, concat(Mat(x), matid(#x)), Mat(x));

\\ h v(q) with Om v = grad H, Om = T^T - T.
increment(L, q, h) =
{
  my(x = with_tangents(q, 1), y = jets(L, x, 0*x, -h), T = y[1][, 2..#x]);
  matsolve(T~ - T, y[2][, 1]);
}

\\ ------------------------------------------------------------------- Newton
\\ equations(x, 1): residual and Jacobian at low precision; equations(x, 0): the
\\ residual alone at high precision.

checked(x) =
  if(imag(x) != 0 || normlp(x) > 1e6, error("outside the domain"), x);

\\ [x, inverse Jacobian] at low precision. Every correction must be less than half
\\ of the one before: a wandering iteration may end at a root of another branch.
newton(equations, start) =
{
  my(x = precision(start, low_digits), inverse, dx, before = oo, y);
  for(k = 1, 30,
    y = equations(x, 1);
    inverse = y[, 2..#y]^-1;
    dx = checked(-inverse*y[, 1]);
    x = checked(x + dx);
    if(normlp(dx) < 1e-9, return([x, inverse]));
    if(2*normlp(dx) > before, error("wandering iteration"));
    before = normlp(dx));
  error("no convergence");
}

refine(equations, approximation) =
{
  my([x, inverse] = approximation, dx);
  x = precision(x, high_digits);
  for(k = 1, 30,
    dx = -inverse*equations(x, 0)[, 1];
    x = checked(x + precision(dx, high_digits));
    if(normlp(dx) < converged, return(x)));
  error("no convergence of the refinement");
}

\\ A breakdown of the step; any other error, such as a wrong type, is a fault of
\\ this program and stops it.
breakdown(E) = setsearch(["e_DOMAIN", "e_INV", "e_USER"], errname(E));

\\ The branch of solutions of family(s) that starts at s = 0 with x = 0, followed
\\ to s = 1 in the longest steps that Newton's method takes without wandering;
\\ start(s) is the first guess as long as no point of the branch is known.
follow(family, start) =
{
  my(reached = 0, length = 1, x, guess, found);
  while(reached < 1,
    guess = if(reached, (reached + length)/reached*x, start(length));
    found = iferr(newton(family(reached + length), guess), E, [], breakdown(E));
    if(#found, reached += length; x = found[1]; length = min(2*length, 1 - reached), length /= 2);
    if(length && length < 2^-10, error("the branch ends")));
  refine(family(1), found);
}

\\ --------------------------------------------------------------------- step
\\ Unknowns of a step: W_i = h V_i, then mu if there is a null vector, then
\\ e = h lambda if the projection is solved together with the stages.

coupled(projection) = projection == "symmetric" || projection == "midpoint";

\\ setting = [L, h, tableau, projection, q, p]. Returns [residual, qb1, pb1, e]
\\ at the unknowns x, with tangents if wanted.
stage_map(setting, x, tangents) =
{
  my([L, h, tableau, projection, q, p] = setting, [a, abar, b, n, R] = tableau);
  my(d = #q, s = #b, X = with_tangents(x, tangents), first = vector(#X, k, k == 1));
  my(W = vector(s, i, X[(i - 1)*d + 1..i*d, ]), mu, e, qb, pb, qb1, pb1, Q, y, r);
  qb = q*first; pb = p*first;
  if(coupled(projection), e = X[#x - d + 1..#x, ]; qb += e);
  qb1 = qb + sum(i = 1, s, b[i]*W[i]);
  my(middle = (qb + qb1)/2);
  if(projection == "symmetric", pb += pullback(L, q*first, e));
  if(projection == "midpoint", pb += pullback(L, middle, e));
  Q = vector(s, i, qb + sum(j = 1, s, a[i, j]*W[j]));
  y = vector(s, i, jets(L, Q[i], W[i], h));
  r = vector(s, i, y[i][1] - pb - sum(j = 1, s, abar[i, j]*y[j][2]));
  if(#n,
    mu = X[s*d + 1..(s + 1)*d, ];
    for(i = 1, s, r[i] += n[i]/b[i]*mu);
    r = concat(r, [sum(i = 1, s, n[i]*W[i])]));
  pb1 = pb + sum(i = 1, s, b[i]*y[i][2]);
  if(coupled(projection),
    my(q1 = qb1 + R*e, base = if(projection == "midpoint", middle, q1));
    r = concat(r, [momentum(L, q1) - pb1 - R*pullback(L, base, e)]));
  [matconcat(r~), qb1, pb1, e];
}

\\ e with th(q1) = pb1 + R T(q1)^T e, q1 = qb1 + R e.
projection_equations(L, R, qb1, pb1, x, tangents) =
{
  my(e = with_tangents(x, tangents), first = vector(#e, k, k == 1), q1 = qb1*first + R*e);
  momentum(L, q1) - pb1*first - R*pullback(L, q1, e);
}

\\ Psi_h and, for a coupled projection, its e: [qb1, pb1, e].
solve_stages(setting) =
{
  my([L, h, tableau, projection, q, p] = setting, W = increment(L, q, h), d = #q);
  my(others = d*((#tableau[4] > 0) + coupled(projection)), x, y);
  my(low = concat([L, h], precision(setting[3..6], low_digits)), start = momentum(L, Mat(q))[, 1]);
  W = concat(concat(vector(#tableau[3], i, W)), vectorv(others));
  x = follow(t -> (x, low_wanted) ->
    my(v = if(low_wanted, low, setting)); v[2] = t*h; v[6] = start + t*(v[6] - start);
    stage_map(v, x, low_wanted)[1],
    t -> t*W);
  y = stage_map(setting, x, 0);
  [y[2][, 1], y[3][, 1], if(coupled(projection), y[4][, 1], vectorv(d))];
}

solve_projection(L, R, qb1, pb1) =
{
  my(low = precision([qb1, pb1], low_digits));
  my(equations = ((x, low_wanted) -> my(v = if(low_wanted, low, [qb1, pb1]));
    projection_equations(L, R, v[1], v[2], x, low_wanted)));
  refine(equations, newton(equations, vectorv(#qb1)));
}

\\ (q, p, e) -> (q, p, e): p is carried by `none` only, e by `symplectic` only.
step(L, h, tableau, projection, state) =
{
  my([q, p, e] = state, R = if(projection == "standard", 1, tableau[5]), none = 0*q);
  if(projection == "symplectic",
    p += pullback(L, Mat(q), Mat(e))[, 1];
    q += e);
  my([qb1, pb1, e1] = solve_stages([L, h, tableau, projection, q, p]));
  if(projection == "none", return([qb1, pb1, none]));
  if(!coupled(projection), e1 = solve_projection(L, R, qb1, pb1));
  my(q1 = qb1 + R*e1);
  [q1, momentum(L, Mat(q1))[, 1], if(projection == "symplectic", e1, none)];
}

initial_state(L, q0) = [q0, momentum(L, Mat(q0))[, 1], 0*q0];

\\ ---------------------------------------------------------------------- run

method_names() =
{
  my(names = concat(vector(6, s, Str("gauss-", s)), ["srk-3"]));
  foreach(["iiia-iiib", "iiib-iiia", "iiic", "iiid", "iiie"], kind,
    for(s = 2, 4, names = concat(names, [Str("lobatto-", kind, "-", s)])));
  concat(names, ["radau-iia-2", "radau-iia-3"]);
}

projection_names(method) =
{
  if(strsplit(method, "-")[1] == "radau", return(["none"]));
  ["none", "standard", "symmetric", "symplectic", "midpoint"];
}

digits70(x) = strjoin(strsplit(strprintf("%.69e", x), " "));

report(heading, steps, state) =
{
  my(numbers = if(!#state, ["failed"], apply(digits70, concat(state[1], state[2])~)));
  print(strjoin(concat([heading, Str(steps)], numbers), "\t"));
}

run_method(name, method, projection, coefficients) =
{
  my([L, q0, h] = model(name), words = strsplit(name, ":"), state = initial_state(L, q0));
  my(initial = if(#words > 1, words[2], "default"));
  my(heading = strjoin([words[1], initial, method, projection], "\t"));
  for(k = 1, 10,
    if(#state,
      state = iferr(step(L, h, coefficients, projection, state), E, [], breakdown(E)));
    if(k == 1 || k == 10, report(heading, k, state)));
}

run(name, method = "", projection = "") =
{
  foreach(if(method == "", method_names(), [method]), m,
    my(coefficients = tableau(m));
    foreach(if(projection == "", projection_names(m), [projection]), p,
      run_method(name, m, p, coefficients)));
}
