\\ Steps of methods on H(q, p) without constraints, computed plainly in PARI/GP: one short program for each kind of method,
\\ which takes its coefficients and a model as they are defined.  Derivatives of H are written by hand; stages, where they
\\ are implicit, are one system for Newton's method with a matrix of differences.
\\
\\ Output: lines "model method projection steps component value", 60 digits after the point.
\\ Run:  gp -q -f -s 128M tests/independent/free.gp

default(realprecision, 154);
offset = 1e-75;
step = 1/10;

\\ A model is [H_q(q, p), H_p(q, p), q0, p0]; vectors are columns.

\\ H = (p1^2 + p2^2/2)/2 + q1^4/4 + q1 q2 + q2^2
quadratic = [(q, p) -> [q[1]^3 + q[2], q[1] + 2*q[2]]~, (q, p) -> [p[1], p[2]/2]~, [1/3, -2/7]~, [1/2, 3/5]~];
\\ H = p1^2/2 + p2^2/2 + p1^4/4 + p1 p2^2 + the same
{
quartic = [quadratic[1], (q, p) -> [p[1] + p[1]^3 + p[2]^2, p[2] + 2*p[1]*p[2]]~, quadratic[3], quadratic[4]];
}
\\ H = (1 + q1^2) p1^2/2 + p2^2/2 + q1 q2 p2/3 + q1^4/4 + q1 q2 + q2^2
{
joined = [(q, p) -> [q[1]*p[1]^2 + q[2]*p[2]/3 + q[1]^3 + q[2], q[1]*p[2]/3 + q[1] + 2*q[2]]~,
          (q, p) -> [(1 + q[1]^2)*p[1], p[2] + q[1]*q[2]/3]~, quadratic[3], quadratic[4]];
}

n = 2;
part(z, first, count) = z[first + 1..first + count];
rate(M, x) = my(q = part(x, 0, n), p = part(x, n, n)); concat((M[2])(q, p), -(M[1])(q, p));

solve_system(F, z) =
{
  for(k = 1, 40,
    my(r = F(z), J = matconcat(vector(#z, j, my(y = z); y[j] += offset; (F(y) - r)/offset)), d = matsolve(J, r));
    z = precision(z - d, 154);
    if(normlp(d) < 1e-72, return(z)));
  error("not solved");
}

\\ ---------------------------------------------------------------- Runge-Kutta methods, partitioned or not
\\ X_i = x + (sum_j a_ij k_j, sum_j ahat_ij l_j), (k_i, l_i) = h f(X_i)

partitioned(T, M, x, h) =
{
  my(a = T[1], ahat = T[2], b = T[3], bhat = T[4], s = #b, d = 2*n, z);
  my(at = (z, i) -> x + concat(sum(j = 1, s, a[i, j]*part(z, (j - 1)*d, n)), sum(j = 1, s, ahat[i, j]*part(z, (j - 1)*d + n, n))));
  z = solve_system(z -> concat(vector(s, i, part(z, (i - 1)*d, d) - h*rate(M, at(z, i)))),
                   concat(vector(s, i, h*rate(M, x)))*1.);
  x + concat(sum(j = 1, s, b[j]*part(z, (j - 1)*d, n)), sum(j = 1, s, bhat[j]*part(z, (j - 1)*d + n, n)));
}
runge_kutta(a, b) = (M, x, h) -> partitioned([a, a, b, b], M, x, h);

\\ ---------------------------------------------------------------- splittings: q' = H_p(p), p' = -H_q(q) by turns

splitting(first, drift, kick) =
{
  (M, x, h) ->
  my(q = part(x, 0, n), p = part(x, n, n));
  for(k = 1, max(#drift, #kick),
    if(first == "kick" && k <= #kick, p -= h*kick[k]*(M[1])(q, p));
    if(k <= #drift, q += h*drift[k]*(M[2])(q, p));
    if(first == "drift" && k <= #kick, p -= h*kick[k]*(M[1])(q, p)));
  concat(q, p);
}

\\ ---------------------------------------------------------------- Runge-Kutta-Nystroem methods, q' = H_p(p) linear

nystroem(abar, bbar, b, c) =
{
  (M, x, h) ->
  my(q = part(x, 0, n), p = part(x, n, n), v = p -> (M[2])(q, p), L = []);
  for(i = 1, #b,
    L = concat(L, [-h*(M[1])(q + c[i]*h*v(p) + h*v(sum(j = 1, i - 1, abar[i, j]*L[j]) + 0*p), p)]));
  concat(q + h*v(p) + h*v(sum(i = 1, #b, bbar[i]*L[i])), p + sum(i = 1, #b, b[i]*L[i]));
}

\\ ---------------------------------------------------------------- compositions: steps of lengths gamma h

compose(lengths, methods) = (M, x, h) -> for(i = 1, #lengths, x = (methods[(i - 1)%#methods + 1])(M, x, lengths[i]*h)); x;

\\ ---------------------------------------------------------------- multistep: sum_j alpha_j y_j = h sum_j beta_j f(y_j)

\\ the states after `count` steps, from the first k - 1 that the starter makes
multistep(alpha, beta, starter, M, x, h, count) =
{
  my(k = #alpha - 1, y = [x*1.]);
  for(i = 1, min(k - 1, count), y = concat(y, [starter(M, y[i], h)]));
  while(#y <= count,
    my(past = y[#y - k + 1..#y], known = sum(j = 1, k, alpha[j]*past[j] - h*beta[j]*rate(M, past[j])));
    y = concat(y, [solve_system(z -> alpha[k + 1]*z + known - h*beta[k + 1]*rate(M, z), past[k])]));
  y[count + 1];
}

\\ ---------------------------------------------------------------- RATTLE and Reich's step without constraints

\\ pt = p - h a H_q(q, pt), Q = q + h (b0 H_p(q, pt) + b1 H_p(Q, pt)), P = pt - h c H_q(Q, pt)
one_step(a, b0, b1, c) =
{
  (M, x, h) ->
  my(q = part(x, 0, n), p = part(x, n, n), z);
  z = solve_system(z -> my(pt = part(z, 0, n), Q = part(z, n, n));
    concat(pt - p + h*a*(M[1])(q, pt), Q - q - h*(b0*(M[2])(q, pt) + b1*(M[2])(Q, pt))), concat(p, q)*1.);
  my(pt = part(z, 0, n), Q = part(z, n, n));
  concat(Q, pt - h*c*(M[1])(Q, pt));
}

\\ ---------------------------------------------------------------- what is run

print_state(name, words, k, x) = for(i = 1, #x, print(name, " ", words, " none ", k, " ", i - 1, " ", strprintf("%.60f", x[i])));

show(name, M, words, method) =
{
  my(x = concat(M[3], M[4])*1.);
  for(k = 1, 2, x = method(M, x, step); print_state(name, words, k, x));
}

r3 = sqrt(3);
gauss1 = runge_kutta(Mat(1/2), [1]);
gauss2 = runge_kutta([1/4, 1/4 - r3/6; 1/4 + r3/6, 1/4], [1/2, 1/2]);
rk4 = runge_kutta([0, 0, 0, 0; 1/2, 0, 0, 0; 0, 1/2, 0, 0; 0, 0, 1, 0], [1/6, 1/3, 1/3, 1/6]);
euler = runge_kutta(Mat(0), [1]);
implicit_euler = runge_kutta(Mat(1), [1]);
lobatto = (M, x, h) -> partitioned([[0, 0; 1/2, 1/2], [1/2, 0; 1/2, 0], [1/2, 1/2], [1/2, 1/2]], M, x, h);
ruth = splitting("kick", [2/3, -2/3, 1], [7/24, 3/4, -1/24]);
lobatto3 = [[0, 0, 0; 5/24, 1/3, -1/24; 1/6, 2/3, 1/6], [1/6, -1/6, 0; 1/6, 1/3, 0; 1/6, 5/6, 0], [1/6, 2/3, 1/6], [1/6, 2/3, 1/6]];
suzuki = 1/(4 - 4^(1/3));
jump = 1/(2 - 2^(1/3));
reich = one_step(1, 1, 0, 0);
reich_adjoint = one_step(0, 0, 1, 1);
file(name) = concat(["tests/data/methods/", name, ".lua"]);

{
  foreach([["free-quadratic", quadratic], ["free-quartic", quartic], ["free-joined", joined]], M,
    my(start = concat(M[2][3], M[2][4]), separable = M[1] != "free-joined");
    show(M[1], M[2], "rk4", rk4);
    show(M[1], M[2], "runge-kutta:gauss-2", gauss2);
    show(M[1], M[2], file("lobatto-pair-3"), (M, x, h) -> partitioned(lobatto3, M, x, h));
    show(M[1], M[2], "lobatto-jay-3", (M, x, h) -> partitioned(lobatto3, M, x, h));
    show(M[1], M[2], "rattle", one_step(1/2, 1/2, 1/2, 1/2));
    show(M[1], M[2], "reich", reich);
    show(M[1], M[2], "reich-adjoint", reich_adjoint);
    show(M[1], M[2], file("euler-and-adjoint"), compose([1/2, 1/2], [implicit_euler, euler]));
    show(M[1], M[2], "compose:runge-kutta:gauss-1:suzuki-4", compose([suzuki, suzuki, 1 - 4*suzuki, suzuki, suzuki], [gauss1]));
    show(M[1], M[2], "compose:reich:triple-jump-4",
         compose([jump, jump, 1 - 2*jump, 1 - 2*jump, jump, jump]/2, [reich_adjoint, reich]));
    if(separable, show(M[1], M[2], file("ruth-3"), ruth));
    if(M[1] == "free-quadratic", show(M[1], M[2], file("nystroem-5"),
         nystroem([0, 0, 0, 0; 1/50, 0, 0, 0; -1/27, 7/27, 0, 0; 3/10, -2/35, 9/35, 0],
                  [14, 100, 54, 0]/336, [14, 125, 162, 35]/336, [0, 1/5, 2/3, 1])));
    foreach([1, 5], count,
      print_state(M[1], "examples/adams-bashforth-4.lua", count,
                  multistep([0, 0, 0, -1, 1], [-9, 37, -59, 55, 0]/24, rk4, M[2], start, step, count));
      print_state(M[1], file("adams-moulton-4"), count,
                  multistep([0, 0, -1, 1], [1, -5, 19, 9]/24, rk4, M[2], start, step, count))));
}
