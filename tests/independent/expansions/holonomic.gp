\\ Holonomic constraints g(q) = 0 on H(q, p): Leimkuhler, Reich (1994), McLachlan, Scovel (1994), Jay (1996).  A model is
\\ [H(x), g(q), x_0], x = (q, p).  Multipliers are those of the paper times h.

pendulum = [x -> (x[3]^2 + x[4]^2)/2 + x[2], q -> [(q[1]^2 + q[2]^2 - 1)/2]~, [1, 0, 0, -2]~];
{
double_pendulum =
  [x -> my(p = x[7..9], r = x[10..12]); p~*p/2 - p~*r + r~*r + 2*x[3] + x[6],
   q -> [(q[1..3]~*q[1..3] - 1)/2, (q[4..6]~*q[4..6] - 1)/2]~,
   [3/5, 0, -4/5, 0, 4/5, 3/5, -20/553, 1/2, 211/553, -2/5, 1723/5530, 601/5530]~];
}

positions(x) = x[1..#x/2];
momenta(x) = x[#x/2 + 1..#x];
H_q(M, q, p) = positions(grad(M[1], concat(q, p)));
H_p(M, q, p) = momenta(grad(M[1], concat(q, p)));
normals(M, q) = jacobian(M[2], q);
\\ psi = G H_p
hidden(M, x) = my(q = positions(x)); normals(M, q)*H_p(M, q, momenta(x));

\\ The underlying equations: p' = -H_q - G^T mu, which keeps psi constant
underlying(M, x) =
{
  my(q = positions(x), v = H_p(M, q, momenta(x)), f = H_q(M, q, momenta(x)), G = normals(M, q), D, n = #q);
  D = jacobian(y -> hidden(M, y), x, 'u);
  concat(v, -f - G~*solve_linear(D[, n + 1..2*n]*G~, D[, 1..n]*v - D[, n + 1..2*n]*f));
}

\\ pt = p - h a H_q(q, pt) - G(q)^T l, Q = q + h (b0 H_p(q, pt) + b1 H_p(Q, pt)), g(Q) = 0
\\ P = pt - h c H_q(Q, pt) - G(Q)^T k, psi(Q, P) = 0; `end`: 0: without k, 1: with psi, 2: with G(Q) P.
\\ Unknowns: pt - p, (Q - q)/h, P - p, l, k: the equations g(Q)/h = 0 are regular at h = 0.
one_step(a, b0, b1, c, end = 1) =
{
  (M, x, h) ->
  my(n = #x/2, q = positions(x), p = momenta(x), m = #M[2](q), z, G = normals(M, q));
  my(place = z -> [p + z[1..n], q + 'h*z[n + 1..2*n], p + z[2*n + 1..3*n], z[3*n + 1..3*n + m], z[3*n + m + 1..3*n + 2*m]]);
  z = solve_powers(z ->
    my([pt, Q, P, l, k] = place(z), last = normals(M, Q));
    concat([pt - p + h*a*H_q(M, q, pt) + G~*l, z[n + 1..2*n] - h/'h*(b0*H_p(M, q, pt) + b1*H_p(M, Q, pt)),
            P - pt + h*c*H_q(M, Q, pt) + last~*k, lower(M[2](Q)),
            if(end == 0, k, end == 1, last*H_p(M, Q, P), last*P)]), vectorv(3*n + 2*m));
  my([pt, Q, P] = place(z)[1..3]);
  concat(Q, P);
}
rattle = one_step(1/2, 1/2, 1/2, 1/2);
shake = one_step(1/2, 1/2, 1/2, 1/2, 0);
reich = one_step(1, 1, 0, 0);
reich_adjoint = one_step(0, 0, 1, 1);
rattle_cotangent = one_step(1/2, 1/2, 1/2, 1/2, 2);

compose(lengths, methods) =
  (M, x, h) -> for(i = 1, #lengths, x = methods[(i - 1)%#methods + 1](M, x, lengths[i]*h)); x;

\\ Lobatto IIIA-IIIB with g = 0 at the stages and psi = 0 at the end
jay(s) =
{
  my(nodes = lobatto_nodes(s), A = collocation(nodes), b = weights(nodes), B = conjugate(A, b));
  (M, x, h) ->
  my(n = #x/2, q = positions(x), p = momenta(x), m = #M[2](q), z);
  my(place = z ->
    my(U = vector(s, i, z[(i - 1)*n + 1..i*n]), Q = vector(s, i, q + 'h*U[i]), P = vector(s, i, p + z[(s + i - 1)*n + 1..(s + i)*n]), l, v, f);
    l = vector(s, i, z[2*s*n + (i - 1)*m + 1..2*s*n + i*m]);
    v = vector(s, i, h*H_p(M, Q[i], P[i]));
    f = vector(s, i, -h*H_q(M, Q[i], P[i]) - normals(M, Q[i])~*l[i]);
    [Q, P, U, v, f, q + sum(i = 1, s, b[i]*v[i]), p + sum(i = 1, s, b[i]*f[i])]);
  z = solve_powers(z ->
    my([Q, P, U, v, f, q1, p1] = place(z));
    concat(concat([concat(vector(s, i, U[i] - sum(j = 1, s, A[i, j]*v[j]/'h))),
                   concat(vector(s, i, P[i] - p - sum(j = 1, s, B[i, j]*f[j]))),
                   concat(vector(s - 1, i, lower(M[2](Q[i + 1]))))]), hidden(M, concat(q1, p1))), vectorv(2*s*n + s*m));
  concat(place(z)[6..7]);
}

\\ ---------------------------------------------------------------- projections of Runge-Kutta methods
\\ From xb = x + w0 to x1 = xb1 + w, w = (psi_p^T l2, -G^T l1 - psi_q^T l2), with g(x1) = psi(x1) = 0.

push(M, x, l) =
{
  my(n = #x/2, m = #l/2, D = jacobian(y -> hidden(M, y), x, 'u), l1 = l[1..m], l2 = l[m + 1..2*m]);
  concat(D[, n + 1..2*n]~*l2, -normals(M, positions(x))~*l1 - D[, 1..n]~*l2);
}

\\ [x1, l]; l0 is the multiplier of the step before
projected(M, t, projection, x, l0, h) =
{
  my([a, b] = t, s = #b, d = #x, m = #l0, z);
  my(place = z ->
    my(K = vector(s, i, z[(i - 1)*d + 1..i*d]), l = z[s*d + 1..s*d + m], x1 = x + z[s*d + m + 1..#z], w, xb);
    w = if(projection == "symplectic", -1, 1)*push(M, if(projection == "midpoint", (x + x1)/2, x1), l);
    xb = if(projection == "standard", x, projection == "symmetric", x + push(M, x, l), projection == "symplectic", x + push(M, x, l0), x + w);
    [K, l, x1, xb, xb + sum(i = 1, s, b[i]*K[i]) + w]);
  z = solve_powers(z ->
    my([K, l, x1, xb, end] = place(z));
    concat(concat(vector(s, i, K[i] - h*underlying(M, xb + sum(j = 1, s, a[i, j]*K[j])))),
           concat([x1 - end, M[2](positions(x1)), hidden(M, x1)])), vectorv(s*d + m + d));
  my([K, l, x1] = place(z)[1..3]);
  [x1, l];
}

\\ ---------------------------------------------------------------- BDF-2
\\ (3 x2 - 4 x1 + x0)/(2 h) = (H_p, -H_q - G^T l) at x2, g(q2) = 0

bdf(M, x0, x1) =
{
  my(n = #x1/2, m = #M[2](positions(x1)), q = positions(x1), p = momenta(x1), z, before = lower(q - positions(x0)));
  z = solve_powers(z ->
    my(U = z[1..n], Q = q + 'h*U, P = p + z[n + 1..2*n], L = z[2*n + 1..2*n + m]);
    concat([3*U - before - 2*H_p(M, Q, P), 3*P - 4*p + momenta(x0) + 2*'h*H_q(M, Q, P) + 2*normals(M, Q)~*L, lower(M[2](Q))]),
    concat([H_p(M, value(q), value(p)), vectorv(n), vectorv(m)]));
  x1 + concat('h*z[1..n], z[n + 1..2*n]);
}

\\ ---------------------------------------------------------------- formulations

\\ q' = H_p + psi_p^T eta, p' = -H_q - G^T mu - psi_q^T eta, with eta and mu that keep g and psi constant, also beside g = 0
weak_dirac(M, x) =
{
  my(q = positions(x), n = #q, G = normals(M, q), m = #G[, 1], D = jacobian(y -> hidden(M, y), x, 'u), field, pull, slope);
  field = concat(H_p(M, q, momenta(x)), -H_q(M, q, momenta(x)));
  pull = matconcat([matrix(n, m), D[, n + 1..2*n]~; -G~, -D[, 1..n]~]);
  slope = matconcat([G, matrix(m, n); D[, 1..n], D[, n + 1..2*n]]);
  field - pull*solve_linear(slope*pull, slope*field);
}
rk4(f, x, h) =
{
  my([a, b] = classical_rk4, K = []);
  for(i = 1, 4, K = concat(K, [h*f(x + sum(j = 1, i - 1, a[i, j]*K[j]))]));
  x + sum(i = 1, 4, b[i]*K[i]);
}

\\ ----------------------------------------------------------------------- run

print_errors(name, M, words, projection, x, terms, steps) =
{
  my(z = flow(x -> underlying(M, x), M[3], terms + 4), g = M[2](positions(x)));
  show(name, words, projection, steps,
       [x - stretch(z, steps, terms + 3), [M[1](x) - M[1](known_to(M[3], terms + 4))], concat(g, hidden(M, x))], terms);
}
run_holonomic(name, M, words, method, terms, steps = 2) =
{
  my(x = known_to(M[3], terms + 4 + 2*steps));
  for(n = 1, steps, x = method(M, x, 'h));
  print_errors(name, M, words, "none", x, terms, steps);
}
run_projected(name, M, words, t, projection, terms, steps = 2) =
{
  my(x = known_to(M[3], terms + 4 + 2*steps), l = vectorv(2*#M[2](positions(x))));
  for(n = 1, steps, [x, l] = projected(M, t, projection, x, l, 'h));
  print_errors(name, M, words, projection, x, terms, steps);
}

run_bdf(name, M, terms, steps) =
{
  my(all = terms + 4 + 2*steps, x = known_to(M[3], all), before = stretch(flow(x -> underlying(M, x), M[3], all), -1, all));
  for(n = 1, steps, [before, x] = [x, bdf(M, before, x)]);
  print_errors(name, M, "bdf-2", "none", x, terms, steps);
}

run_all() =
{
  run_holonomic("pendulum", pendulum, "rattle", rattle, 7, 3);
  run_holonomic("pendulum", pendulum, "shake", shake, 6);
  run_holonomic("pendulum", pendulum, "reich", reich, 6);
  run_holonomic("pendulum", pendulum, "lobatto-jay-3", jay(3), 7);
  run_holonomic("pendulum", pendulum, "compose:rattle:suzuki-4", compose(suzuki(4), [rattle]), 7);
  run_holonomic("double-spherical-pendulum", double_pendulum, "rattle", rattle, 5);
  run_holonomic("double-spherical-pendulum", double_pendulum, "reich-adjoint", reich_adjoint, 5);
  run_holonomic("double-spherical-pendulum", double_pendulum, "rattle-cotangent", rattle_cotangent, 5);
  run_holonomic("double-spherical-pendulum", double_pendulum, "lobatto-jay-2", jay(2), 5);
  foreach(["standard", "symmetric", "symplectic", "midpoint"], projection,
    run_projected("pendulum", pendulum, "runge-kutta:gauss-1", gauss(1), projection, 6, 3));
  run_projected("pendulum", pendulum, "rk4", classical_rk4, "standard", 7);
  run_holonomic("pendulum:default:standard", pendulum, "rk4", (M, x, h) -> rk4(x -> underlying(M, x), x, h), 7);
  run_holonomic("double-spherical-pendulum:default:weak-dirac", double_pendulum, "rk4",
                (M, x, h) -> rk4(x -> weak_dirac(M, x), x, h), 6);
  run_bdf("pendulum", pendulum, 6, 4);
}
