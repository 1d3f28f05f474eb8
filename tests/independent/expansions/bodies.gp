\\ Rigid bodies and tops on the full matrices q, p: McLachlan, Scovel (1994), equations (9), (10), (11).
\\
\\   H = tr(p J^-1 p^T)/8 + c k^T q chi,  phi = q^T q - 1,  metric <X, Y> = tr(X Y^T)/2,  k the last unit vector
\\   p1 = p - before t grad V,  p2 = p1 + 2 q mu,  Q = q + t/2 p2 J^-1,  mu symmetric such that Q^T Q = 1,
\\   P = psi(Q, p2 - after t grad V),  psi(q, p) = (p - q p^T q)/2
\\
\\ grad V = 2 c k chi^T.  A body is [J, c k chi^T, q_0, m_0, whether the attitude is part of the state]; the state is m = q^T p above the diagonal,
\\ and the last row of q or all of them.

upper(A, first) = my(list = List()); for(i = 1, #A, for(j = i + first, #A, listput(list, A[i, j]))); Vec(list)~;
symmetric(x, n) = my(A = matrix(n, n), at = 0); for(i = 1, n, for(j = i, n, at++; A[i, j] = A[j, i] = x[at])); A;
antisymmetric(x, n) = my(A = matrix(n, n), at = 0); for(i = 1, n, for(j = i + 1, n, at++; A[i, j] = x[at]; A[j, i] = -x[at])); A;

one_step(body, q, p, t, before, after) =
{
  my([J, V] = body[1..2], slope = 2*V, n = #J, p1 = p - before*t*slope, x, p2);
  my(move = x -> p1 + 2*q*symmetric(x, n), R = q~*q);
  \\ (Q^T Q - q^T q)/t
  my(defect = x -> my(v = move(x)*J^-1/2, w = q~*v); upper(w + w~ + t*v~*v, 0));
  x = solve_powers(defect, vectorv(n*(n + 1)/2));
  p2 = move(x);
  my(Q = q + t/2*p2*J^-1, P = p2 - after*t*slope);
  [Q, (P - Q*P~*Q)/2];
}

\\ m' = [m, Om] + what the torque is, Om_ij = m_ij/(alpha_i + alpha_j); q' = q Om, on the full matrices
motion(body, terms) =
{
  my(n = #body[1], split = x -> [antisymmetric(x[1..n*(n - 1)/2], n), matrix(n, n, i, j, x[n*(n - 1)/2 + (i - 1)*n + j])]);
  my(rate = x -> my([m, q] = split(x), Om = matrix(n, n, i, j, m[i, j]/(body[1][i, i] + body[1][j, j])), push = q~*body[2]);
     concat(upper(m*Om - Om*m - push + push~, 1), concat(vector(n, i, (q*Om)[i, ]~))));
  flow(rate, concat(upper(body[4], 1), concat(vector(n, i, body[3][i, ]~))), terms);
}
seen(body, x) = my(n = #body[1], d = n*(n - 1)/2); if(body[5], x, concat(x[1..d], x[d + n*(n - 1) + 1..d + n*n]));

\\ [before, after, length] of each part
run_body(name, body, words, parts, terms, steps = 2) =
{
  my(all = terms + 3, q = apply(c -> c + O('h^all), 1.*body[3]), p, n = #q, z = motion(body, all));
  p = q*body[4];
  for(k = 1, steps, foreach(parts, part, [q, p] = one_step(body, q, p, 'h*part[3], part[1], part[2])));
  my(x = concat(upper(q~*p, 1), concat(vector(n, i, q[i, ]~))));
  show(name, words, "none", steps, [seen(body, x - stretch(z, steps, all)), [], []], terms);
}

unit(n) = vectorv(n, i, i == n);
top(alpha, m, v) =
{
  \\ any rotation with the last row v
  my(a = [v[2], -v[1], 0]/sqrt(v[1]^2 + v[2]^2), b = [a[2]*v[3] - a[3]*v[2], a[3]*v[1] - a[1]*v[3], a[1]*v[2] - a[2]*v[1]]);
  [matdiagonal(alpha), unit(3)*[0, 0, 1], matconcat([a; b; v]), antisymmetric(m, 3), 0];
}
rigid = [matdiagonal([44/100, 1/2, 1]), matrix(3, 3), matid(3), antisymmetric([3/10, -1/2, 8/10], 3), 1];
rigid_4 = [matdiagonal([44/100, 1/2, 1, 7/10]), matrix(4, 4), matid(4), antisymmetric([3/10, -1/2, 8/10, 2/10, 6/10, -4/10], 4), 1];
lagrange = top([1/2, 1/2, 1], [3/10, 2/10, -9/10], [36/100, 48/100, 8/10]);
pairs(lengths) = concat(apply(g -> [[0, 1, g/2], [1, 0, g/2]], lengths));

run_all() =
{
  run_body("rigid-body", rigid, "moser-veselov", [[1, 0, 1]], 6);
  run_body("rigid-body-4", rigid_4, "reich", [[1, 0, 1]], 5);
  run_body("lagrange-top", lagrange, "rattle", [[1/2, 1/2, 1]], 6, 3);
  run_body("lagrange-top", lagrange, "reich", [[1, 0, 1]], 6);
  run_body("lagrange-top", lagrange, "compose:reich:suzuki-4", pairs(suzuki(4)), 7);
}
