\\ Steps for holonomic constraints g(q) = 0 on a Hamiltonian H(q, p), computed slowly and plainly in PARI/GP: every
\\ step is one system of equations for all that it contains, derivatives of H and g are written by hand, and Newton's
\\ matrix is taken by differences and never kept.
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

jacobian(F, z) = matconcat(vector(#z, j, my(y = z); y[j] += offset; (F(y) - F(z))/offset));

solve_system(F, z) =
{
  for(k = 1, 60,
    my(d = matsolve(jacobian(F, z), F(z)));
    z = precision(z - d, 192);
    if(normlp(d) < 1e-95, return(z)));
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

\\ ---------------------------------------------------------------- Lobatto IIIA-IIIB with three stages (Jay)

A = [0, 0, 0; 5/24, 1/3, -1/24; 1/6, 2/3, 1/6];
B = [1/6, -1/6, 0; 1/6, 1/3, 0; 1/6, 5/6, 0];
b = [1/6, 2/3, 1/6];

lobatto(M, q, p, h) =
{
  my(n = M[1], m = M[2], Hq = M[3], Hp = M[4], g = M[5], G = M[6], z, s = 3);
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
  z = solve_chord(F, concat([concat(vector(s, i, h*underlying(M, x0))), vector(m)~, x0 + h*underlying(M, x0)])*1.);
  [part(z, s*d + m, d), part(z, s*d, m)];
}

\\ Newton's method with its first matrix, renewed once
solve_chord(F, z) =
{
  my(J);
  for(k = 1, 200,
    if(k == 1 || k == 5, J = jacobian(F, z)^-1);
    my(d = J*F(z));
    z = precision(z - d, 192);
    if(normlp(d) < 1e-62, return(z)));
  error("not solved");
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
show_weak_dirac(name, M, h) =
{
  my(x = concat(M[7], M[8])*1., a = tableau("rk4")[1], b = tableau("rk4")[2]);
  for(k = 1, 10,
    my(K = []);
    for(i = 1, 4, K = concat(K, [h*weak_dirac(M, x + sum(j = 1, i - 1, a[i, j]*K[j]))]));
    x += sum(i = 1, 4, b[i]*K[i]);
    print_state(name, "rk4 none", k, x));
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
    show(M[1], M[2], lobatto, "lobatto-jay-3"));
  foreach(["runge-kutta:gauss-1", "runge-kutta:gauss-2", "rk4"], words, show_projected("pendulum", pendulum, words));
  show_projected("bent", bent, "runge-kutta:gauss-2");
  show_weak_dirac("weak-dirac:double-spherical-pendulum", double_pendulum, step);
  show_weak_dirac("weak-dirac:quartic", quartic, step);
  show_projected("double-spherical-pendulum", double_pendulum, "runge-kutta:gauss-1");
}
