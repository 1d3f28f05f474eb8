\\ Steps for holonomic constraints g(q) = 0 on a Hamiltonian H(q, p), computed slowly and plainly in PARI/GP: every
\\ step is one system of equations for all that it contains, derivatives of H and g are written by hand, and Newton's
\\ matrix is taken by differences.
\\
\\ Output: lines "model method projection steps component value", 60 digits after the point.
\\ Run:  gp -q -f -s 256M tests/independent/holonomic.gp

default(realprecision, 192);
offset = 1e-60;
step = 1/10;

\\ A model is [n, m, H_q(q, p), H_p(q, p), g(q), G(q), q0, p0]; vectors are columns.

pendulum = [2, 1, (q, p) -> [0, 1]~, (q, p) -> p, q -> [(q[1]^2 + q[2]^2 - 1)/2]~, q -> Mat(q~), [1, 0]~, [0, -2]~];

{
double_pendulum =
  [6, 2, (q, p) -> [0, 0, 2, 0, 0, 1]~,
   (q, p) -> concat(p[1..3] - p[4..6], 2*p[4..6] - p[1..3]),
   q -> [(norml2(q[1..3]) - 1)/2, (norml2(q[4..6]) - 1)/2]~,
   q -> matconcat([q[1..3]~, [0, 0, 0]; [0, 0, 0], q[4..6]~]),
   [3/5, 0, -4/5, 0, 4/5, 3/5]~, [-20/553, 1/2, 211/553, -2/5, 1723/5530, 601/5530]~];
}

\\ H = (1 + q1^2/3) |p|^2/2 + q2 p1/5 + q3 on q1^2 + q2^2 + 2 q3^2 = 3
{
bent =
  [3, 1, (q, p) -> [q[1]*norml2(p)/3, p[1]/5, 1]~,
   (q, p) -> (1 + q[1]^2/3)*p + [q[2]/5, 0, 0]~,
   q -> [q[1]^2 + q[2]^2 + 2*q[3]^2 - 3]~, q -> Mat([2*q[1], 2*q[2], 4*q[3]]),
   [1, 0, 1]~, [1, 3/4, -1/2]~];
}

\\ H = T(p) + q3 + q1^2/3 + q2 q4, T = |p|^2/2 + p1^4/4 + (p2 + 2 p4)^4/24, on q1^2 + 2 q2^2 + q3^2 = 2 and q4 + q1 q2 = 0
{
quartic =
  [4, 2, (q, p) -> [2*q[1]/3, q[4], 1, q[2]]~,
   (q, p) -> [p[1] + p[1]^3, p[2] + (p[2] + 2*p[4])^3/6, p[3], p[4] + (p[2] + 2*p[4])^3/3]~,
   q -> [q[1]^2 + 2*q[2]^2 + q[3]^2 - 2, q[4] + q[1]*q[2]]~,
   q -> [2*q[1], 4*q[2], 2*q[3], 0; q[2], q[1], 0, 1],
   [1, 0, 1, 0]~, [1/2, -5/8, -5/8, 9/16]~];
}

\\ H = |p|^2/2 + p1^4/4 + q2 + q1^2/3 on q1^2 + 2 q2^2 = 1
{
wire =
  [2, 1, (q, p) -> [2*q[1]/3, 1]~, (q, p) -> [p[1] + p[1]^3, p[2]]~, q -> [q[1]^2 + 2*q[2]^2 - 1]~,
   q -> Mat([2*q[1], 4*q[2]]), [1, 0]~, [0, 3/4]~];
}

\\ H = (1 + q1^2/3) |p|^2/2 + q2 p4/5 + q3 + q1 q4 on the surface of `quartic`
{
twisted =
  [4, 2, (q, p) -> [q[1]*norml2(p)/3 + q[4], p[4]/5, 1, q[1]]~,
   (q, p) -> (1 + q[1]^2/3)*p + [0, 0, 0, q[2]/5]~, quartic[5], quartic[6],
   [1, 0, 1, 0]~, [1/2, -5/8, -1/2, 5/8]~];
}

jacobian(F, z) = my(at = F(z)); matconcat(vector(#z, j, my(y = z); y[j] += offset; (F(y) - at)/offset));

\\ Newton's method with its first matrix, renewed once
solve_system(F, z) =
{
  my(J);
  for(k = 1, 200,
    if(k == 1 || k == 4, J = jacobian(F, z)^-1);
    my(d = J*F(z));
    z = precision(z - d, 192);
    if(normlp(d) < 1e-62, return(z)));
  error("not solved");
}

part(z, first, count) = z[first + 1..first + count];

\\ ---------------------------------------------------------------- one-step methods
\\ pt = p - h (a H_q(q, pt) + G(q)^T l), Q = q + h (b0 H_p(q, pt) + b1 H_p(Q, pt)), g(Q) = 0
\\ P = pt - h (c H_q(Q, pt) + G(Q)^T k), psi(Q, P) = 0 or, on the cotangent bundle of the manifold, G(Q) P = 0

one_step(M, q, p, h, a, b0, b1, c, hidden) =
{
  my(n = M[1], m = M[2], Hq = M[3], Hp = M[4], g = M[5], G = M[6], z);
  my(F = z -> my(pt = part(z, 0, n), Q = part(z, n, n), P = part(z, 2*n, n),
                 l = part(z, 3*n, m), k = part(z, 3*n + m, m));
     concat([pt - p + h*(a*Hq(q, pt) + G(q)~*l), Q - q - h*(b0*Hp(q, pt) + b1*Hp(Q, pt)),
             P - pt + h*(c*Hq(Q, pt) + G(Q)~*k), g(Q), if(hidden == 2, G(Q)*P, hidden, G(Q)*Hp(Q, P), k)]));
  z = solve_system(F, concat([p, q + h*Hp(q, p), p, vector(2*m)~])*1.);
  [part(z, n, n), part(z, 2*n, n)];
}

rattle(M, q, p, h) = one_step(M, q, p, h, 1/2, 1/2, 1/2, 1/2, 1);
shake(M, q, p, h) = one_step(M, q, p, h, 1/2, 1/2, 1/2, 1/2, 0);
reich(M, q, p, h) = one_step(M, q, p, h, 1, 1, 0, 0, 1);
rattle_cotangent(M, q, p, h) = one_step(M, q, p, h, 1/2, 1/2, 1/2, 1/2, 2);
reich_cotangent(M, q, p, h) = one_step(M, q, p, h, 1, 1, 0, 0, 2);
reich_adjoint(M, q, p, h) = one_step(M, q, p, h, 0, 0, 1, 1, 1);

\\ ---------------------------------------------------------------- Lobatto IIIA-IIIB with s stages (Jay)
\\ IIIA by collocation, sum_j a_ij c_j^(k-1) = c_i^k/k, with its last row for weights; IIIB is b_j (1 - a_ji/b_i).

{
lobatto_pair(c) =
  my(s = #c, A = matrix(s, s, i, k, c[i]^k/k)*matrix(s, s, j, k, c[j]^(k - 1))^-1, b = A[s, ]);
  [A, matrix(s, s, i, j, b[j]*(1 - A[j, i]/b[i])), b];
}
nodes = [[], [0, 1], [0, 1/2, 1], [0, (5 - sqrt(5))/10, (5 + sqrt(5))/10, 1]];

jay(s) = my(T = lobatto_pair(nodes[s])); (M, q, p, h) -> lobatto(T[1], T[2], T[3], M, q, p, h);

lobatto(A, B, b, M, q, p, h) =
{
  my(n = M[1], m = M[2], Hq = M[3], Hp = M[4], g = M[5], G = M[6], z, s = #b);
  my(stage = z -> my(Q = vector(s, i, part(z, (i - 1)*n, n)), P = vector(s, i, part(z, (s + i - 1)*n, n)),
                     l = vector(s, i, part(z, 2*s*n + (i - 1)*m, m)));
     [Q, P, vector(s, i, Hp(Q[i], P[i])), vector(s, i, -Hq(Q[i], P[i]) - G(Q[i])~*l[i])]);
  my(end = S -> [q + h*sum(i = 1, s, b[i]*S[3][i]), p + h*sum(i = 1, s, b[i]*S[4][i])]);
  my(F = z -> my(S = stage(z), e = end(S));
     concat(concat([concat(vector(s, i, S[1][i] - q - h*sum(j = 1, s, A[i, j]*S[3][j]))),
                    concat(vector(s, i, S[2][i] - p - h*sum(j = 1, s, B[i, j]*S[4][j]))),
                    concat(vector(s - 1, i, g(S[1][i + 1])))]), G(e[1])*Hp(e[1], e[2])));
  z = solve_system(F, concat([concat(vector(s, i, q)), concat(vector(s, i, p)), vector(s*m)~])*1.);
  end(stage(z));
}

\\ ---------------------------------------------------------------- Runge-Kutta methods with projections
\\ On the underlying equations p' = -H_q - G^T mu, where mu keeps psi = G H_p constant, from x0 + w0 v(a, l0) to the end
\\ x1 = xb1 + w1 v(b, l) with g(x1) = psi(x1) = 0, v(x, l) = (psi_p^T l2, -G^T l1 - psi_q^T l2).  The symplectic
\\ projection is taken with the weights 1 and -1 and the multiplier of the step before, as it is defined.

gradient(f, x) = matconcat(vector(#x, j, my(y = x, z = x); y[j] += offset; z[j] -= offset; (f(y) - f(z))/(2*offset)));

hidden(M, x) = my(q = part(x, 0, M[1]), p = part(x, M[1], M[1])); (M[6])(q)*(M[4])(q, p);

underlying(M, x) =
{
  my(n = M[1], q = part(x, 0, n), p = part(x, n, n), v = (M[4])(q, p), f = (M[3])(q, p), G = (M[6])(q));
  my(d = gradient(y -> hidden(M, y), x), d_p = d[, n + 1..2*n]);
  concat(v, -f - G~*matsolve(d_p*G~, d[, 1..n]*v - d_p*f));
}

push(M, x, l) =
{
  my(n = M[1], m = M[2], d = gradient(y -> hidden(M, y), x), l2 = part(l, m, m));
  concat(d[, n + 1..2*n]~*l2, -(M[6])(part(x, 0, n))~*part(l, 0, m) - d[, 1..n]~*l2);
}

\\ Weak Dirac: q' = H_p + psi_p^T eta, p' = -H_q - G^T mu - psi_q^T eta, with those multipliers that keep g and psi
\\ constant, also beside the manifold.
weak_dirac(M, x) =
{
  my(n = M[1], m = M[2], q = part(x, 0, n), p = part(x, n, n), G = (M[6])(q));
  my(d = gradient(y -> hidden(M, y), x), d_q = d[, 1..n], d_p = d[, n + 1..2*n]);
  my(field = concat((M[4])(q, p), -(M[3])(q, p)));
  my(pull = matconcat([matrix(n, m), d_p~; -G~, -d_q~]), slope = matconcat([G, matrix(m, n); d_q, d_p]));
  precision(field - pull*matsolve(slope*pull, slope*field), 192);
}

\\ Dirac: the canonical equations of H + g^T mu + psi^T eta, with mu = mu0 + D^-1 {psi, psi} eta, eta = -D^-1 psi; simplified: of
\\ H + g^T mu0.  `slope` is the derivative of what is added to H, whose g and psi do not vanish beside the manifold.
dirac(M, x, simplified) =
{
  my(n = M[1], q = part(x, 0, n), p = part(x, n, n));
  my(added = y -> my(q = part(y, 0, n), p = part(y, n, n), G = (M[6])(q), d = gradient(y -> hidden(M, y), y),
                     d_q = d[, 1..n], d_p = d[, n + 1..2*n], D = d_p*G~, psi = hidden(M, y), eta = if(simplified, 0*psi, -matsolve(D, psi)));
     my(mu = matsolve(D, d_q*(M[4])(q, p) - d_p*(M[3])(q, p) + (d_q*d_p~ - d_p*d_q~)*eta));
     [(M[5])(q)~*mu + psi~*eta]~);
  my(slope = gradient(added, x)[1, ]);
  precision(concat((M[4])(q, p) + part(slope, n, n)~, -(M[3])(q, p) - part(slope, 0, n)~), 192);
}

tableau(word) =
{
  if(word == "runge-kutta:gauss-1", return([Mat(1/2), [1]]));
  if(word == "runge-kutta:gauss-2", return([[1/4, 1/4 - sqrt(3)/6; 1/4 + sqrt(3)/6, 1/4], [1/2, 1/2]]));
  [[0, 0, 0, 0; 1/2, 0, 0, 0; 0, 1/2, 0, 0; 0, 0, 1, 0], [1/6, 1/3, 1/3, 1/6]];
}

\\ [x1, l]; l0 is the multiplier of the step before
projected(M, x0, l0, h, word, projection) =
{
  my(d = 2*M[1], m = 2*M[2], T = tableau(word), a = T[1], b = T[2], s = #b, z);
  my(place = z -> my(K = vector(s, i, part(z, (i - 1)*d, d)), l = part(z, s*d, m), x1 = part(z, s*d + m, d), w, xb, xb1);
     w = if(projection == "symplectic", -1, 1)*push(M, if(projection == "midpoint", (x0 + x1)/2, x1), l);
     xb = if(projection == "standard", x0, projection == "symmetric", x0 + push(M, x0, l),
             projection == "symplectic", x0 + push(M, x0, l0), x0 + w);
     xb1 = xb + sum(i = 1, s, b[i]*K[i]);
     [K, x1, xb, xb1 + w]);
  my(F = z -> my(S = place(z), x1 = S[2]);
     concat([concat(vector(s, i, S[1][i] - h*underlying(M, S[3] + sum(j = 1, s, a[i, j]*S[1][j])))), x1 - S[4],
             (M[5])(part(x1, 0, M[1])), hidden(M, x1)]));
  z = solve_system(F, concat([concat(vector(s, i, h*underlying(M, x0))), vector(m)~, x0 + h*underlying(M, x0)])*1.);
  [part(z, s*d + m, d), part(z, s*d, m)];
}

\\ ---------------------------------------------------------------- BDF-2
\\ (3 z2 - 4 z1 + z0)/(2 h) = (H_p, -H_q - G^T l) at z2, g(q2) = 0

bdf(M, z0, z1, h) =
{
  my(n = M[1], z);
  my(F = z -> my(q = part(z, 0, n), p = part(z, n, n), l = part(z, 2*n, M[2]));
     concat(3*part(z, 0, 2*n) - 4*z1 + z0 - 2*h*concat((M[4])(q, p), -(M[3])(q, p) - (M[6])(q)~*l), (M[5])(q)));
  z = solve_system(F, concat(z1, vector(M[2])~));
  part(z, 0, 2*n);
}

\\ The solution of the underlying equations at the time t: the midpoint rule of Gragg with 2, 4, .., 2 `columns` steps,
\\ whose error is a series in even powers of the step, extrapolated.
exact(M, x, t, columns) =
{
  my(before = []);
  for(k = 1, columns,
    my(h = t/(2*k), y = x, z = x + h*underlying(M, x), row);
    for(j = 2, 2*k, [y, z] = [z, precision(y + 2*h*underlying(M, z), 192)]);
    row = [(z + y + h*underlying(M, z))/2];
    for(j = 2, k, row = concat(row, [row[j - 1] + (row[j - 1] - before[j - 1])/((k/(k - j + 1))^2 - 1)]));
    before = row);
  before[columns];
}

\\ ---------------------------------------------------------------- output

print_state(name, words, k, x) =
{
  if(k == 1 || k == 10, for(i = 1, #x, print(name, " ", words, " ", k, " ", i - 1, " ", strprintf("%.60f", x[i]))));
}

show(name, M, method, words) =
{
  my(z = [M[7]*1., M[8]*1.]);
  for(k = 1, 10,
    z = method(M, z[1], z[2], step);
    print_state(name, concat(words, " none"), k, concat(z)));
}

\\ An explicit method leaves the manifold, where the formulations differ.
show_rk4(name, M, field) =
{
  my(x = concat(M[7], M[8])*1., a = tableau("rk4")[1], b = tableau("rk4")[2]);
  for(k = 1, 10,
    my(K = []);
    for(i = 1, 4, K = concat(K, [step*field(M, x + sum(j = 1, i - 1, a[i, j]*K[j]))]));
    x += sum(i = 1, 4, b[i]*K[i]);
    print_state(name, "rk4 none", k, x));
}

show_bdf(name, M) =
{
  my(x = concat(M[7], M[8])*1., before = exact(M, x, -step, 30));
  for(k = 1, 10,
    [before, x] = [x, bdf(M, before, x, step)];
    print_state(name, "bdf-2 none", k, x));
}

show_projected(name, M, words) =
{
  foreach(["standard", "symmetric", "symplectic", "midpoint"], projection,
    my(z = [concat(M[7], M[8])*1., vector(2*M[2])~]);
    for(k = 1, 10,
      z = projected(M, z[1], z[2], step, words, projection);
      print_state(name, concat([words, " ", projection]), k, z[1])));
}

{
  foreach([["pendulum", pendulum], ["double-spherical-pendulum", double_pendulum], ["bent", bent], ["quartic", quartic],
           ["wire", wire], ["twisted", twisted]], M,
    show(M[1], M[2], rattle, "rattle");
    show(M[1], M[2], shake, "shake");
    show(M[1], M[2], reich, "reich");
    show(M[1], M[2], reich_adjoint, "reich-adjoint");
    show(M[1], M[2], rattle_cotangent, "rattle-cotangent");
    show(M[1], M[2], reich_cotangent, "reich-cotangent");
    show(M[1], M[2], jay(3), "lobatto-jay-3"));
  foreach([["bent", bent], ["wire", wire], ["twisted", twisted]], M,
    show(M[1], M[2], jay(2), "lobatto-jay-2");
    show(M[1], M[2], jay(4), "lobatto-jay-4");
    show_bdf(M[1], M[2]));
  foreach(["runge-kutta:gauss-1", "runge-kutta:gauss-2", "rk4"], words, show_projected("pendulum", pendulum, words));
  show_projected("bent", bent, "runge-kutta:gauss-2");
  foreach(["runge-kutta:gauss-2", "rk4"], words, show_projected("wire", wire, words));
  show_projected("quartic", quartic, "runge-kutta:gauss-1");
  show_projected("twisted", twisted, "runge-kutta:gauss-1");
  foreach([["double-spherical-pendulum", double_pendulum], ["quartic", quartic]], M,
    show_rk4(concat("weak-dirac:", M[1]), M[2], weak_dirac));
  foreach([["bent", bent], ["quartic", quartic], ["twisted", twisted]], M,
    show_rk4(concat("dirac:", M[1]), M[2], (M, x) -> dirac(M, x, 0));
    show_rk4(concat("simplified-dirac:", M[1]), M[2], (M, x) -> dirac(M, x, 1)));
  show_projected("double-spherical-pendulum", double_pendulum, "runge-kutta:gauss-1");
}
