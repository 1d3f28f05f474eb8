\\ Projected variational partitioned Runge-Kutta methods on L = theta(q).q' - H(q): Kraus (2017), eq. 75, 80 and section 4.

\\ ------------------------------------------------------------------ tableaux
\\ [a, abar, b, n, R]: n is the null vector or [], R is R(inf).

variational(t, R) = [t[1], t[1], t[2], [], R];
srk3() = my(r = sqrt(15)/10, u = 5/36, m = 2/9); [[u, m, u - r; u, m, u; u + r, m, u], [5/18, 4/9, 5/18]];
\\ First column b_1, and sum_j a_ij c_j^(k-1) = c_i^k/k for k < s
lobatto_c(c, b) =
{
  my(s = #c, powers = matrix(s - 1, s - 1, k, j, c[j + 1]^(k - 1)));
  my(sums = matrix(s - 1, s, k, i, c[i]^k/k - if(k == 1, b[1], 0)));
  concat(vectorv(s, i, b[1]), (powers^-1*sums)~);
}
\\ n_i/b_i spans the kernel of IIIA, whose first row is zero.
null_vector(A, b) =
{
  my(s = #b, tail = -A[2..s, 2..s]^-1*A[2..s, 1]);
  vector(s, i, b[i]*if(i == 1, 1, tail[i - 1]));
}
lobatto(kind, s) =
{
  my(c = lobatto_nodes(s), b = weights(c), A = collocation(c), B = conjugate(A, b), C = lobatto_c(c, b), E, sign = (-1)^(s - 1));
  if(kind == "iiia-iiib", return([A, B, b, null_vector(A, b), sign]));
  if(kind == "iiib-iiia", return([B, A, b, null_vector(A, b), sign]));
  if(kind == "iiic", return([C, conjugate(C, b), b, [], sign]));
  E = if(kind == "iiid", C + conjugate(C, b), A + B)/2;
  [E, E, b, [], -sign];
}
tableau_of(name) =
{
  my(words = strsplit(name, "-"), s = eval(words[#words]));
  if(words[1] == "gauss", return(variational(gauss(s), (-1)^s)));
  if(words[1] == "srk", return(variational(srk3(), -1)));
  if(words[1] == "radau", return(variational(radau_iia(s), 0)));
  lobatto(strjoin(words[2..#words - 1], "-"), s);
}

\\ -------------------------------------------------------------------- models
\\ [theta(q), H(q), q_0]

lotka_volterra = [q -> [log(q[2])/q[1] + q[2], q[1]]~, q -> q[1] + q[2] - log(q[1]) - 2*log(q[2]), [1, 1]~];
lotka_volterra_singular = [q -> [log(q[2])/q[1], 0*q[1]]~, lotka_volterra[2], [1, 1]~];
massless_particle = [q -> (1 + q[1]^2 + q[2]^2)/2*[-q[2], q[1]]~, q -> cos(q[1]) + sin(q[2]), [1, 1]~];
vortex_scale(x, y) = 1 + x^2 + y^2;
{
vortices = [q -> my(S = vortex_scale(q[1], q[2]), U = vortex_scale(q[3], q[4])); [-q[2]*S, q[1]*S, -q[4]*U, q[3]*U]~/20,
            q -> vortex_scale(q[1], q[2])*vortex_scale(q[3], q[4])*log((q[1] - q[3])^2 + (q[2] - q[4])^2)/(200*Pi),
            [1, 1/10, 1, -1/10]~];
}
rational = [q -> [q[2] + q[1]*q[2]^2/4, q[1]^2*q[2]/3 - q[1]]~, q -> (q[1]^2 + q[2]^2)/2 + q[1]^3/6 - q[1]*q[2]^2/5, [1/2, 1/3]~];
\\ R0 = 2, B0 = 5, q0 = 2, mu = 1/100
tokamak_scale(q) = sqrt((q[1] - 2)^2 + q[2]^2 + 16);
{
tokamak = [q -> my(R = q[1], Z = q[2], u = q[4], X = R - 2, S = tokamak_scale(q));
                [5*Z/R - u*Z/S, -5*log(R/2) + u*X/S, -5*(X^2 + Z^2)/4 - 4*u*R/S, 0*R]~,
           q -> q[4]^2/2 + tokamak_scale(q)/(40*q[1]), [5/2, 0, 0, 1/10]~];
}

\\ --------------------------------------------------------------------- steps

\\ T_ki = d theta_k/dq_i;  the equations of motion: sum_j (T_ji - T_ij) q'_j = dH/dq_i
slope_of(M, q) = jacobian(M[1], q);
rate(M, q) = my(T = slope_of(M, q)); solve_linear(T~ - T, grad(M[2], q));

\\ Stages from (qb, pb) + what a projection that is solved with them adds: [qb1, pb1, e], unknowns h V_i, mu, e.
stages(M, T, projection, q, pb, h) =
{
  my([a, abar, b, n, R] = T, s = #b, d = #q, x);
  my(joined = projection == "symmetric" || projection == "midpoint", others = d*((#n > 0) + joined));
  my(place = x ->
    my(W = vector(s, i, x[(i - 1)*d + 1..i*d]), e = if(joined, x[#x - d + 1..#x], 0*q), q0 = q + e, q1, p0, p1, r, F, Q, base);
    q1 = q0 + sum(i = 1, s, b[i]*W[i]);
    p0 = pb + if(joined, slope_of(M, if(projection == "midpoint", (q0 + q1)/2, q))~*e, 0*q);
    Q = vector(s, i, q0 + sum(j = 1, s, a[i, j]*W[j]));
    F = vector(s, i, slope_of(M, Q[i])~*W[i] - h*grad(M[2], Q[i]));
    r = vector(s, i, M[1](Q[i]) - p0 - sum(j = 1, s, abar[i, j]*F[j]) + if(#n, n[i]/b[i]*x[s*d + 1..(s + 1)*d], 0));
    if(#n, r = concat(r, [sum(i = 1, s, n[i]*W[i])]));
    p1 = p0 + sum(i = 1, s, b[i]*F[i]);
    if(joined,
      base = if(projection == "midpoint", (q0 + q1)/2, q1 + R*e);
      r = concat(r, [M[1](q1 + R*e) - p1 - R*slope_of(M, base)~*e]));
    [concat(r), q1, p1, e]);
  x = solve_powers(x -> place(x)[1], vectorv(s*d + others));
  place(x)[2..4];
}

\\ e with theta(q1) = pb1 + R T(q1)^T e, q1 = qb1 + R e
pull_back(M, R, q1, p1) =
  solve_powers(e -> my(q = q1 + R*e); M[1](q) - p1 - R*slope_of(M, q)~*e, vectorv(#q1));

\\ [q, p, e] -> the same
step(M, T, projection, state, h = 'h) =
{
  my([q, p, e] = state, R = if(projection == "standard", 1, T[5]), q1, p1, e1);
  if(projection == "symplectic", p += slope_of(M, q)~*e; q += e);
  [q1, p1, e1] = stages(M, T, projection, q, p, h);
  if(projection == "none", return([q1, p1, 0*q]));
  if(projection == "standard" || projection == "symplectic", e1 = pull_back(M, R, q1, p1));
  q1 += R*e1;
  [q1, M[1](q1), if(projection == "symplectic", e1, 0*q)];
}

run_degenerate(name, M, method, projection, terms, steps = 2) =
{
  my(all = terms + 3, q0 = known_to(M[3], all), z = flow(q -> rate(M, q), M[3], all), state = [q0, M[1](q0), 0*q0]);
  for(n = 1, steps, state = step(M, tableau_of(method), projection, state));
  my([q, p] = state[1..2]);
  show(name, method, projection, steps, [q - stretch(z, steps, all), [M[2](q) - M[2](q0)], p - M[1](q)], terms);
}

run_all() =
{
  my(projections = ["none", "standard", "symmetric", "symplectic", "midpoint"]);
  foreach(["gauss-1", "gauss-2", "srk-3"], method, foreach(projections, p,
    run_degenerate("massless-charged-particle", massless_particle, method, p, 8)));
  foreach(["none", "standard", "symmetric"], p, run_degenerate("lotka-volterra", lotka_volterra, "gauss-3", p, 9));
  foreach(projections, p, run_degenerate("point-vortices", vortices, "gauss-1", p, 6));
  run_degenerate("tests/data/rational.lua", rational, "gauss-6", "none", 13);
  run_degenerate("tests/data/rational.lua", rational, "gauss-4", "symplectic", 11, 3);
  run_degenerate("lotka-volterra-singular", lotka_volterra_singular, "gauss-2", "symplectic", 7, 3);
  run_degenerate("guiding-centre-tokamak:deeply-trapped", tokamak, "gauss-1", "midpoint", 5);
  foreach([["iiia-iiib-2", "none"], ["iiia-iiib-3", "symmetric"], ["iiib-iiia-3", "midpoint"], ["iiic-2", "symmetric"],
           ["iiic-3", "standard"], ["iiid-3", "symplectic"], ["iiie-3", "symmetric"], ["iiie-2", "none"]], row,
    run_degenerate("massless-charged-particle", massless_particle, Str("lobatto-", row[1]), row[2], 7));
  run_degenerate("massless-charged-particle", massless_particle, "radau-iia-2", "none", 7);
  foreach([["gauss-1", "standard"], ["gauss-2", "standard"], ["gauss-1", "midpoint"], ["gauss-2", "symmetric"], ["srk-3", "midpoint"]], row,
    my(M = massless_particle, T = tableau_of(row[1]));
    show_defects("massless-charged-particle", row[1], row[2],
      (q, h) -> step(M, T, row[2], [q, M[1](q), 0*q], h)[1], q -> my(S = slope_of(M, q)); S~ - S, M[3], 6));
}
