\\ Methods on x' = f(x) and on H(q, p) without constraints.  A model is [f, H, x_0]; of H(q, p) f is (H_p, -H_q), n = #q.

hamiltonian(H, q, p) = [x -> my(g = grad(H, x), n = #x/2); concat(g[n + 1..2*n], -g[1..n]), H, concat(q, p)~];

{
henon_heiles = [x -> [x[3], x[4], -x[1] - 2*x[1]*x[2], -x[2] - x[1]^2 + x[2]^2]~,
                x -> (x[1]^2 + x[2]^2 + x[3]^2 + x[4]^2)/2 + x[1]^2*x[2] - x[2]^3/3, [1/10, 1/5, 3/10, 1/5]~];
lorenz = [x -> [10*(x[2] - x[1]), 28*x[1] - x[2] - x[1]*x[3], x[1]*x[2] - 8/3*x[3]]~, 0, [0, 1, 0]~];
skew_pendulum = hamiltonian(x -> x[2]^2/2 + x[2]^3/6 - cos(x[1]) + sin(2*x[1])/4, [1/2], [2/5]);
double_pendulum = hamiltonian(x -> my(c = cos(x[1] - x[2]));
    (x[3]^2 - 2*c*x[3]*x[4] + 2*x[4]^2)/(2*(2 - c^2)) - 2*cos(x[1]) - cos(x[2]), [1/2, -1/3], [2/5, 1/5]);
\\ (q, p, t)
forced_momentum = [x -> [x[2], -sin(x[1]) + cos(7/5*x[3])/2, 1 + 0*x[3]]~, 0, [1/2, 1/3, 0]~];
forced_position = [x -> [x[2] + sin(7/5*x[3])/2, -sin(x[1]), 1 + 0*x[3]]~, 0, [1/2, 1/3, 0]~];
}

\\ -------------------------------------------------------------------- methods
\\ (M, x, h) -> x

\\ K_i = h f(x + sum_j a_ij K_j), with ahat in the place of a for the second half
partitioned(a, ahat, b) =
{
  (M, x, h) ->
  my(s = #b, d = #x, n = d\2, K);
  my(at = (K, i) -> concat(x[1..n] + sum(j = 1, s, a[i, j]*K[(j - 1)*d + 1..(j - 1)*d + n]),
                           x[n + 1..d] + sum(j = 1, s, ahat[i, j]*K[(j - 1)*d + n + 1..j*d])));
  K = solve_powers(K -> concat(vector(s, i, K[(i - 1)*d + 1..i*d] - h*M[1](at(K, i)))), vectorv(s*d));
  x + sum(i = 1, s, b[i]*K[(i - 1)*d + 1..i*d]);
}
runge_kutta(t) = partitioned(t[1], t[1], t[2]);

\\ q' = H_p(p) and p' = -H_q(q) by turns
splitting(first, drift, kick) =
{
  (M, x, h) ->
  my(n = #x/2, q = x[1..n], p = x[n + 1..2*n]);
  my(push = (c, q, p) -> p + h*c*M[1](concat(q, p))[n + 1..2*n], move = (c, q, p) -> q + h*c*M[1](concat(q, p))[1..n]);
  for(k = 1, max(#drift, #kick),
    if(first == "kick" && k <= #kick, p = push(kick[k], q, p));
    if(k <= #drift, q = move(drift[k], q, p));
    if(first == "drift" && k <= #kick, p = push(kick[k], q, p)));
  concat(q, p);
}

\\ Runge-Kutta-Nystroem: q'' = g(q), q' = p
nystroem(abar, bbar, b, c) =
{
  (M, x, h) ->
  my(n = #x/2, q = x[1..n], p = x[n + 1..2*n], g = []);
  for(i = 1, #b,
    g = concat(g, [M[1](concat(q + c[i]*h*p + h^2*sum(j = 1, i - 1, abar[i, j]*g[j]), p))[n + 1..2*n]]));
  concat(q + h*p + h^2*sum(i = 1, #b, bbar[i]*g[i]), p + h*sum(i = 1, #b, b[i]*g[i]));
}

compose(lengths, methods) =
  (M, x, h) -> for(i = 1, #lengths, x = methods[(i - 1)%#methods + 1](M, x, lengths[i]*h)); x;

\\ pt = p - h a H_q(q, pt), Q = q + h (b0 H_p(q, pt) + b1 H_p(Q, pt)), P = pt - h c H_q(Q, pt)
one_step(a, b0, b1, c) =
{
  (M, x, h) ->
  my(n = #x/2, q = x[1..n], p = x[n + 1..2*n], z);
  my(v = (q, p) -> M[1](concat(q, p))[1..n], f = (q, p) -> M[1](concat(q, p))[n + 1..2*n]);
  z = solve_powers(z -> my(pt = p + z[1..n], Q = q + z[n + 1..2*n]);
    concat(z[1..n] - h*a*f(q, pt), z[n + 1..2*n] - h*(b0*v(q, pt) + b1*v(Q, pt))), vectorv(2*n));
  my(pt = p + z[1..n], Q = q + z[n + 1..2*n]);
  concat(Q, pt + h*c*f(Q, pt));
}

\\ sum_j alpha_j y_j = h sum_j beta_j f(y_j): the state after `count` steps, the first of them by the starter
multistep(alpha, beta, starter, M, x, h, count) =
{
  my(k = #alpha - 1, y = [x]);
  for(i = 1, min(k - 1, count), y = concat(y, [starter(M, y[i], h)]));
  while(#y <= count,
    my(past = y[#y - k + 1..#y], f = apply(z -> M[1](z), past));
    my(given = sum(j = 1, k, alpha[j]*past[j] - h*beta[j]*f[j]));
    y = concat(y, [past[k] + solve_powers(z -> alpha[k + 1]*(past[k] + z) + given - h*beta[k + 1]*M[1](past[k] + z),
                                          vectorv(#x))]));
  y[count + 1];
}

\\ ----------------------------------------------------------------------- run

print_errors(name, M, words, x, terms, steps) =
{
  my(z = flow(M[1], M[3], terms + 3));
  show(name, words, "none", steps,
       [x - stretch(z, steps, terms + 3), if(M[2], [M[2](x) - M[2](known_to(M[3], terms + 3))], []), []], terms);
}
run_free(name, M, words, method, terms, steps = 2) =
{
  my(x = known_to(M[3], terms + 3));
  for(n = 1, steps, x = method(M, x, 'h));
  print_errors(name, M, words, x, terms, steps);
}
run_multistep(name, M, words, alpha, beta, starter, terms, steps) =
  print_errors(name, M, words, multistep(alpha, beta, starter, M, known_to(M[3], terms + 3), 'h, steps), terms, steps);

rk4 = runge_kutta(classical_rk4);
euler = runge_kutta([Mat(0), [1]]);
implicit_euler = runge_kutta([Mat(1), [1]]);
reich = one_step(1, 1, 0, 0);
reich_adjoint = one_step(0, 0, 1, 1);
free_rattle = one_step(1/2, 1/2, 1/2, 1/2);
lobatto_pair(s) = my(c = lobatto_nodes(s), A = collocation(c), b = weights(c)); partitioned(A, conjugate(A, b), b);
pairs(lengths) = concat(apply(g -> [g/2, g/2], lengths));

run_all() =
{
  run_free("henon-heiles", henon_heiles, "rk4", rk4, 8, 3);
  run_free("henon-heiles", henon_heiles, "runge-kutta:gauss-2", runge_kutta(gauss(2)), 8);
  run_free("henon-heiles", henon_heiles, "runge-kutta:radau-iia-2", runge_kutta(radau_iia(2)), 7);
  run_free("henon-heiles", henon_heiles, "compose:runge-kutta:gauss-1:suzuki-4", compose(suzuki(4), [runge_kutta(gauss(1))]), 8);
  run_free("henon-heiles", henon_heiles, "compose:runge-kutta:gauss-1:triple-jump-6",
           compose(concat(apply(g -> g*triple_jump(4), triple_jump(6))), [runge_kutta(gauss(1))]), 9);
  run_free("henon-heiles", henon_heiles, "tests/data/methods/nystroem-5.lua",
           nystroem([0, 0, 0, 0; 1/50, 0, 0, 0; -1/27, 7/27, 0, 0; 3/10, -2/35, 9/35, 0], [14, 100, 54, 0]/336,
                    [14, 125, 162, 35]/336, [0, 1/5, 2/3, 1]), 9, 3);
  run_free("lorenz", lorenz, "rk4", rk4, 7);
  run_free("lorenz", lorenz, "tests/data/methods/euler-and-adjoint.lua", compose([1/2, 1/2], [implicit_euler, euler]), 6);
  run_free("skew-pendulum", skew_pendulum, "tests/data/methods/ruth-3.lua", splitting("kick", [2/3, -2/3, 1], [7/24, 3/4, -1/24]), 7, 3);
  run_free("skew-pendulum", skew_pendulum, "lobatto-jay-3", lobatto_pair(3), 7);
  run_free("skew-pendulum", skew_pendulum, "compose:reich:triple-jump-4", compose(pairs(triple_jump(4)), [reich_adjoint, reich]), 7);
  run_free("double-pendulum", double_pendulum, "rattle", free_rattle, 6, 3);
  run_free("double-pendulum", double_pendulum, "tests/data/methods/lobatto-pair-3.lua", lobatto_pair(3), 7);
  run_free("double-pendulum", double_pendulum, "runge-kutta:gauss-4", runge_kutta(gauss(4)), 10);
  run_free("forced-momentum", forced_momentum, "rk4", rk4, 7);
  run_free("forced-position", forced_position, "runge-kutta:gauss-2", runge_kutta(gauss(2)), 8);
  run_multistep("henon-heiles", henon_heiles, "examples/adams-bashforth-4.lua", [0, 0, 0, -1, 1], [-9, 37, -59, 55, 0]/24, rk4, 7, 6);
  run_multistep("henon-heiles", henon_heiles, "tests/data/methods/adams-moulton-4.lua", [0, 0, -1, 1], [1, -5, 19, 9]/24, rk4, 7, 5);
  my(canonical = x -> my(n = #x/2); matrix(2*n, 2*n, i, j, if(i == j + n, 1, j == i + n, -1, 0)));
  show_defects("henon-heiles", "rk4", "none", (x, h) -> rk4(henon_heiles, x, h), canonical, henon_heiles[3], 7);
  show_defects("henon-heiles", "runge-kutta:radau-iia-2", "none", (x, h) -> runge_kutta(radau_iia(2))(henon_heiles, x, h), canonical, henon_heiles[3], 6);
  show_defects("henon-heiles", "runge-kutta:gauss-2", "none", (x, h) -> runge_kutta(gauss(2))(henon_heiles, x, h), canonical, henon_heiles[3], 7);
  show_defects("skew-pendulum", "rk4", "none", (x, h) -> rk4(skew_pendulum, x, h), canonical, skew_pendulum[3], 7);
  show_defects("skew-pendulum", "reich", "none", (x, h) -> reich(skew_pendulum, x, h), canonical, skew_pendulum[3], 6);
}
