\\ Steps of rigid bodies and tops on the full matrices q, p, computed slowly and plainly in PARI/GP: an independent
\\ computation of what the library does in reduced variables (McLachlan, Scovel, Equivariant constrained symplectic
\\ integration, 1994).
\\
\\   H = tr(p J^-1 p^T)/8 + c k^T q chi,  phi = q^T q - 1,  metric <X, Y> = tr(X Y^T)/2,  k the last unit vector
\\   p1 = p - before t grad V,  p2 = p1 + 2 q mu,  Q = q + t/2 p2 J^-1,  mu symmetric such that Q^T Q = 1,
\\   P = psi(Q, p2 - after t grad V),  psi(q, p) = (p - q p^T q)/2                          equations (9), (10), (11)
\\
\\ mu by Newton's method with a Jacobian of difference quotients.  m = q^T p.
\\
\\ Use:  echo 'run("heavy-top", "rattle")' | gp -q -f tests/independent/bodies.gp
\\ Output, separated by tabs: model method steps m (above the diagonal), then v, or the rows of q, 70 digits, after 1 and
\\ 10 steps.

default(realprecision, 150);

upper(A, first) =
{
  my(list = List());
  for(i = 1, #A, for(j = i + first, #A, listput(list, A[i, j])));
  Vec(list);
}
symmetric(x, n) =
{
  my(A = matrix(n, n), at = 0);
  for(i = 1, n, for(j = i, n, at++; A[i, j] = A[j, i] = x[at]));
  A;
}
antisymmetric(x, n) =
{
  my(A = matrix(n, n), at = 0);
  for(i = 1, n, for(j = i + 1, n, at++; A[i, j] = x[at]; A[j, i] = -x[at]));
  A;
}
project(q, p) = (p - q*p~*q)/2;

\\ Q and p2 of mu
move(q, p1, mu, t, J) = my(p2 = p1 + 2*q*mu); [q + t/2*p2*J^-1, p2];
defect(x, q, p1, t, J) = my(Q = move(q, p1, symmetric(x, #J), t, J)[1]); upper(Q~*Q - 1, 0)~;
solve_mu(q, p1, t, J) =
{
  my(n = #J, x = vector(n*(n + 1)/2), e = 10^-60, r, D);
  for(k = 1, 60,
    r = defect(x, q, p1, t, J);
    D = matconcat(vector(#x, i, my(y = x); y[i] += e; (defect(y, q, p1, t, J) - r)/e));
    x = precision(x - (D^-1*r)~, 160);
    if(vecmax(abs(r)) < 1e-130, return(symmetric(x, n))));
  error("no solution");
}
one_step(q, p, t, body, before, after) =
{
  my(J = body[1], slope = 2*body[2], p1 = p - before*t*slope, mu = solve_mu(q, p1, t, J), next = move(q, p1, mu, t, J));
  [next[1], project(next[1], next[2] - after*t*slope)];
}

\\ body: J, c k chi^T, whether the attitude is written, q, m
unit(n) = vectorv(n, i, i == n);
top(alpha, m, v) =
{
  \\ any rotation with the last row v
  my(a = [v[2], -v[1], 0]/sqrt(v[1]^2 + v[2]^2), b = [a[2]*v[3] - a[3]*v[2], a[3]*v[1] - a[1]*v[3], a[1]*v[2] - a[2]*v[1]]);
  [matdiagonal(alpha), unit(3)*[0, 0, 1], 0, matconcat([a; b; v]), antisymmetric(m, 3)];
}
heavy() =
{
  my(m23 = -sqrt(3/2*(2 - (3/10)^2/(94/100) - (2/10)^2/(144/100))), norm = sqrt((2/10)^2 + m23^2));
  top([44/100, 1/2, 1], [3/10, 2/10, m23], [2/10/norm, m23/norm, 0]);
}
body_of(model) =
{
  if(model == "rigid-body", return([matdiagonal([44/100, 1/2, 1]), matrix(3, 3), 1, matid(3), antisymmetric([3/10, -1/2, 8/10], 3)]));
  if(model == "rigid-body-4", return([matdiagonal([44/100, 1/2, 1, 7/10]), matrix(4, 4), 1, matid(4),
                                      antisymmetric([3/10, -1/2, 8/10, 2/10, 6/10, -4/10], 4)]));
  if(model == "heavy-top", return(heavy()));
  top([1/2, 1/2, 1], [3/10, 2/10, -9/10], [36/100, 48/100, 8/10]);
}
length_of(model) = if(model == "rigid-body" || model == "rigid-body-4", 1/10, 1/20);

\\ [before, after, length] of each part of a step
parts(method) =
{
  my(z = 1/(4 - 4^(1/3)));
  if(method == "reich" || method == "moser-veselov", return([[1, 0, 1]]));
  if(method == "reich-adjoint", return([[0, 1, 1]]));
  if(method == "rattle", return([[1/2, 1/2, 1]]));
  if(method == "compose:reich:suzuki-4",
     return(concat(vector(5, i, my(g = if(i == 3, 1 - 4*z, z)); [[0, 1, g/2], [1, 0, g/2]]))));
  error("method");
}
print_state(model, method, steps, q, p, body) =
{
  my(numbers = concat(upper(q~*p, 1), if(body[3], concat(vector(#q, i, q[i,])), q[#q,])));
  printf("%s\t%s\t%d", model, method, steps);
  for(i = 1, #numbers, printf("\t%.70g", numbers[i]));
  printf("\n");
}
run(model, method) =
{
  my(body = body_of(model), q = 1.*body[4], p = q*body[5], list = parts(method), h = 1.*length_of(model), state);
  for(n = 1, 10,
    for(i = 1, #list,
      state = one_step(q, p, h*list[i][3], body, list[i][1], list[i][2]); q = state[1]; p = state[2]);
    if(n == 1 || n == 10, print_state(model, method, n, q, p, body)));
}
