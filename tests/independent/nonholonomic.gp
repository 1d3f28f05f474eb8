\\ Steps of discrete Lagrangians of nonholonomic systems, computed slowly and plainly in PARI/GP: a second
\\ algorithm that shares nothing with the library but the definitions (Fernandez 2010; Cortes, Martinez 2001).
\\
\\ What is done differently on purpose:
\\   - positions alone are carried: D1 L_d(q1, q2) + D2 L_d(q0, q1) = A(q1)~ l, without momenta;
\\   - every derivative is read off power series of L_d along coordinate directions;
\\   - the Jacobian of Newton's method is one of differences, at four times the digits;
\\   - the first step comes from the exact solution (of the sleigh from a quadrature).
\\
\\ Use:  echo 'run("vertical-disk")' | gp -q -f -s 512M tests/independent/nonholonomic.gp
\\       run(model), or run(model, alphas)
\\ Output, separated by tabs: model method steps q_1.. v_1.. after 1 and 10 steps, 70 digits, v = (q1 - q0)/h.

high_digits = 240;
default(realprecision, high_digits);
small = 1e-110;
converged = 1e-100;

half_squares(I, v) = sum(i = 1, #v, I[i]*v[i]^2)/2;

\\ ------------------------------------------------------------------ models
\\ [lagrangians(q, v): L, first, second or 0; A(q): rows; flow(t): r1, r2; q0; h]

\\ Of the class: A(r1), the constants C of the first form, whether there is a second form.
class_first(A, C, v, N) = (v[1]^2 + (C[1]*v[2]^2/v[1] + sum(a = 1, #A, C[a + 1]*v[a + 2]^2/(A[a]*v[1])))/N)/2;
class_second(A, v) = (v[1]^2 + v[2]^2 - sum(a = 1, #A, v[a + 2]^2/(A[a]*v[1])))/2;
class_density(A) = 1/sqrt(1 + sum(a = 1, #A, A[a]^2));
class_rows(A) = matrix(#A, #A + 2, a, i, if(i == 2, A[a], i == a + 2));
class_lagrangian(form, A, C, v) =
{
  if(form == 0, return(half_squares(vector(#v, i, 1), v)));
  if(form == 1, return(class_first(A, C, v, class_density(A))));
  class_second(A, v);
}

disk_A(q) = [-cos(q[1]), -sin(q[1])];
particle_A(q) = [q[1]];
knife_A(q) = [-tan(q[1])];

\\ blade under (x, y), centre of mass 1/2 ahead: mass 1, inertia 1
sleigh_lagrangian(q, v) =
  (v[1]^2 + (v[2] - sin(q[1])*v[1]/2)^2 + (v[3] + cos(q[1])*v[1]/2)^2)/2;
\\ u forward speed, w = theta': u' = w^2/2, w' = -(1/2) u w/(5/4); u^2 + 5/4 w^2 = K^2;
\\ u = K tanh(s), s' = K/2.5 ... from u' = (K^2 - u^2)*2/5, so that s = s0 + 2 K t/5, w = K sech(s)/sqrt(5/4)
sleigh_flow(t) =
{
  my(u0 = 1, w0 = 1, K = sqrt(u0^2 + 5/4*w0^2), s0 = atanh(u0/K), k = 2*K/5, c = sqrt(5/4));
  my(gd = s -> 2*atan(tanh(s/2)), th = T -> 3/10 + (gd(s0 + k*T) - gd(s0))*K/(c*k));
  [th(t), intnum(T = 0, t, K*tanh(s0 + k*T)*cos(th(T)))];
}

model(name) =
{
  my(u = 1, v = 1, f = 3/10);
  if(name == "vertical-disk",
    return([(form, q, v) -> class_lagrangian(form, disk_A(q), [1, -1, -1], v), q -> class_rows(disk_A(q)),
            t -> [f + u*t, v*t], [f, 0, 0, 0], 1/10, [1, 2]]));
  if(name == "nonholonomic-particle", my(x0 = 1/2, c = v*sqrt(1 + x0^2));
    return([(form, q, v) -> class_lagrangian(form, particle_A(q), [1, 1], v), q -> class_rows(particle_A(q)),
            t -> [x0 + u*t, c/u*(asinh(x0 + u*t) - asinh(x0))], [x0, 0, 0], 1/10, [1]]));
  if(name == "knife-edge", my(c = v/cos(f));
    return([(form, q, v) -> class_lagrangian(form, knife_A(q), [1, 1], v), q -> class_rows(knife_A(q)),
            t -> [f + u*t, c/u*(sin(f + u*t) - sin(f))], [f, 0, 0], 1/10, [1]]));
  if(name == "chaplygin-sleigh",
    return([(form, q, v) -> sleigh_lagrangian(q, v), q -> Mat([0, -sin(q[1]), cos(q[1])]),
            t -> sleigh_flow(t), [f, 0, 0], 1/10, []]));
  error("no such model: ", name);
}

\\ ------------------------------------------------------------------- steps
\\ A problem is [model, form, alpha].
discrete(p, a, b) =
{
  my(h = p[1][5], alpha = p[3]);
  h*p[1][1](p[2], (1 - alpha)*a + alpha*b, (b - a)/h);
}
unit(n, i) = vector(n, j, i == j);
slope(f) = polcoeff(f('t + O('t^2)), 1, 't);
D1(p, a, b) = vectorv(#a, i, slope(t -> discrete(p, a + t*unit(#a, i), b)));
D2(p, a, b) = vectorv(#a, i, slope(t -> discrete(p, a, b + t*unit(#a, i))));
slip(p, a, b) = p[1][2]((1 - p[3])*a + p[3]*b)*(b - a)~;

solve_newton(F, x) =
{
  my(r, J, d = 1, n = #x);
  for(k = 1, 40,
    r = F(x);
    J = matconcat(vector(n, j, (F(x + small*unit(n, j)) - r)/small));
    d = matsolve(J, r);
    x = precision(x - d~, high_digits);
    if(vecmax(abs(d)) < converged, return(x)));
  error("no convergence");
}

\\ r from the flow, s from the discrete constraint
first_step(p) =
{
  my(q = p[1][4], r = p[1][3](p[1][5]), n = #q);
  concat(r, solve_newton(s -> slip(p, q, concat(r, s)), q[3..n]));
}

\\ The next position from two, and the guess 2 b - a.
dla(p, a, b) =
{
  my(n = #a, m = n - 2, A = p[1][2](b), x);
  x = solve_newton(x -> concat(D1(p, b, x[1..n]) + D2(p, a, b) - A~*x[n + 1..n + m]~, slip(p, b, x[1..n])),
                   concat(2*b - a, vector(m)));
  x[1..n];
}
variational(p, a, b) = solve_newton(x -> D1(p, b, x) + D2(p, a, b), 2*b - a);
inside(p, a, b) =
  solve_newton(x -> concat((D1(p, b, x) + D2(p, a, b))[1..2], slip(p, b, x)), 2*b - a);
\\ s of the constrained method: r moves from b to c, s from that of `last`
post(p, last, b, c) =
{
  my(n = #b, q = concat(b[1..2], last[3..n]));
  concat(c[1..2], solve_newton(s -> slip(p, q, concat(c[1..2], s)), q[3..n]));
}

show(name, method, steps, a, b, h) =
{
  my(v = (b - a)/h, text = Str(name, "\t", method, "\t", steps));
  foreach(concat(b, v), number, text = Str(text, "\t", strprintf("%.70g", number)));
  print(text);
}

walk(name, method, p, next) =
{
  my(h = p[1][5], a = p[1][4], b = first_step(p), c, la = a, lb = b, lc);
  show(name, method, 1, a, b, h);
  for(k = 2, 10,
    c = if(next == 0, dla(p, a, b), next == 3, inside(p, a, b), variational(p, a, b));
    lc = if(next == 2, post(p, lb, b, c), c);
    a = b; b = c; la = lb; lb = lc);
  show(name, method, 10, la, lb, h);
}

\\ -------------------------------------------------- the disk across its singular angles
\\ Written out by hand in the momenta: of theta', x', y' the velocities are N P cos(c) u, ... (first form, N = 1/sqrt(2))
\\ or P cos(c) u (second), nowhere singular; what is left is one equation for u = (phi1 - phi)/h.  `inside` has cos(c) w
\\ and sin(c) w in their place, w = theta'.  data: u, v, alpha, form, whether it is inside.
across(name, u, v, alpha, form, inside, last) =
{
  my(h = 1/10, f = 3/10, N = if(form == 1, 1/sqrt(2), 1), q = [f, 0, 0, 0], c = f + alpha*h*u, U = u, P, K, L, F, w, next);
  K = (U -> if(inside, v^2/U^2, v^2/(N*u)^2));
  L = ((c, U) -> U - N*K(U)*((form == 1) + cos(c) + sin(c))/2);
  F = ((c, U) -> U*N*K(U)*(sin(c) - cos(c))/2);
  P = L(c, U) - (1 - alpha)*h*F(c, U);
  for(k = 1, last,
    if(k > 1, U = solve_newton(x -> my(d = q[1] + alpha*h*x[1]); [L(d, x[1]) - (1 - alpha)*h*F(d, x[1]) - P]~, [U])[1]);
    c = q[1] + alpha*h*U;
    P = L(c, U) + alpha*h*F(c, U);
    w = if(form == 1, v/u*U, v);
    next = q + h*if(form == 2 && !inside, [U, w, v/u*cos(c)*U, v/u*sin(c)*U], [U, w, cos(c)*w, sin(c)*w]);
    if(k == last, show(name, Str(if(inside, "variational-constrained:", "variational:"), alpha, if(inside, ":inside:", ":"),
                                 ["first", "second"][form]), last, q, next, h));
    q = next);
}
cross(last) =
{
  across("default", 1, 1, 0, 1, 0, last);
  across("fast-roll", 1, 2, 1/3, 2, 0, last);
  across("slow-turn", 1/2, 1, 1, 2, 0, last);
  across("slow-roll", 1, 1/2, 1/2, 1, 0, last);
  across("fast-roll", 1, 2, 1/3, 2, 1, last);
  across("slow-both", 1/2, 1/2, 0, 2, 1, last);
}

forms = ["first", "second"];
run(name, alphas = [0, 1/3, 1/2, 3/4, 1]) =
{
  my(m = model(name));
  foreach(alphas, alpha,
    walk(name, Str("dla:", alpha), [m, 0, alpha], 0);
    foreach(m[6], form,
      walk(name, Str("variational:", alpha, ":", forms[form]), [m, form, alpha], 1);
      walk(name, Str("variational-constrained:", alpha, ":post:", forms[form]), [m, form, alpha], 2);
      walk(name, Str("variational-constrained:", alpha, ":inside:", forms[form]), [m, form, alpha], 3)));
}
