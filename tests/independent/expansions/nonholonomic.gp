\\ Discrete Lagrangians of nonholonomic systems: Cortes, Martinez (2001), Fernandez (2010).  A model is
\\ [L(q, v), A(q), the exact solution q(t), first Hamiltonized Lagrangian, second one or 0].
\\
\\ Positions alone are carried; the first step is exact in r1 and r2, and s follows from the discrete constraint.

class_rows(A) = matrix(#A, #A + 2, a, i, if(i == 2, A[a], i == a + 2));
first_form(A, C, v) =
  (v[1]^2 + sqrt(1 + sum(a = 1, #A, A[a]^2))*(C[1]*v[2]^2/v[1] + sum(a = 1, #A, C[a + 1]*v[a + 2]^2/(A[a]*v[1]))))/2;
second_form(A, v) = (v[1]^2 + v[2]^2 - sum(a = 1, #A, v[a + 2]^2/(A[a]*v[1])))/2;

free(q, v) = v~*v/2;
disk_A(q) = [-cos(q[1]), -sin(q[1])];
particle_A(q) = [q[1]];
knife_A(q) = [-tan(q[1])];
{
disk = [free, q -> class_rows(disk_A(q)), t -> [3/10 + t, t, sin(3/10 + t) - sin(.3), cos(.3) - cos(3/10 + t)]~,
        (q, v) -> first_form(disk_A(q), [1, -1, -1], v), (q, v) -> second_form(disk_A(q), v)];
particle = [free, q -> class_rows(particle_A(q)),
            t -> my(c = sqrt(5/4)); [1/2 + t, c*(asinh(1/2 + t) - asinh(1/2)), c*(sqrt(5/4) - sqrt(1 + (1/2 + t)^2))]~,
            (q, v) -> first_form(particle_A(q), [1, 1], v), 0];
knife = [free, q -> class_rows(knife_A(q)),
         t -> my(c = 1/cos(3/10)); [3/10 + t, c*(sin(3/10 + t) - sin(3/10)), c*(cos(3/10) - cos(3/10 + t))]~,
         (q, v) -> first_form(knife_A(q), [1, 1], v), 0];
}

\\ D1 and D2 of L_d = h L(a + alpha (b - a), (b - a)/h), u = (b - a)/h
slopes(L, alpha, a, u) =
{
  my(c = a + alpha*'h*u, z = concat(c, u), g = grad(z -> L(z[1..#a], z[#a + 1..2*#a]), z), n = #a);
  [(1 - alpha)*'h*g[1..n] - g[n + 1..2*n], alpha*'h*g[1..n] + g[n + 1..2*n]];
}
slip(M, alpha, a, u) = M[2](a + alpha*'h*u)*u;

first_velocity(M, alpha, terms) =
{
  my(q = value(M[3](0)), z = lower(M[3]('h + O('h^terms)) - q), n = #q, s);
  s = solve_powers(s -> slip(M, alpha, q, concat(z[1..2], s)), value(z[3..n]));
  concat(z[1..2], s);
}

\\ The velocity of the next step from [q1, u0, q0]: D1 L_d(q1, q2) + D2 L_d(q0, q1) = A(q1)^T l with the constraint; or = 0
dla(M, alpha, b, u, a) =
{
  my(n = #a, A = M[2](b), D = slopes(M[1], alpha, a, u)[2], x);
  x = solve_powers(x -> concat(slopes(M[1], alpha, b, x[1..n])[1] + D - A~*x[n + 1..#x], slip(M, alpha, b, x[1..n])),
                   concat(value(u), vectorv(#A[, 1])));
  x[1..n];
}
variational(L) =
{
  (M, alpha, b, u, a) ->
  my(D = slopes(M[L], alpha, a, u)[2]);
  solve_powers(x -> slopes(M[L], alpha, b, x)[1] + D, value(u));
}
\\ (r1, r2) obey the Lagrangian, s the discrete constraint
inside(L) =
{
  (M, alpha, b, u, a) ->
  my(D = slopes(M[L], alpha, a, u)[2]);
  solve_powers(x -> concat((slopes(M[L], alpha, b, x)[1] + D)[1..2], slip(M, alpha, b, x)), value(u));
}

run_nonholonomic(name, M, words, advance, alpha, terms, steps = 3) =
{
  my(all = terms + 3, a = value(M[3](0)), z = M[3]('h + O('h^(all + 1))), u = first_velocity(M, alpha, all + 1), b = a + 'h*u, w);
  for(n = 2, steps, w = advance(M, alpha, b, u, a); a = b; b += 'h*w; u = w);
  my(exact = concat(stretch(z, steps, all), stretch(apply(c -> deriv(c, 'h), z), steps, all)));
  show(name, words, "none", steps, [concat(b, u) - exact, [], []], terms);
}

\\ (r1, r2) of a run of the Lagrangian, s of the output by the discrete constraint
run_post(name, M, words, L, alpha, terms, steps = 3) =
{
  my(all = terms + 3, a = value(M[3](0)), z = M[3]('h + O('h^(all + 1))), u = first_velocity(M, alpha, all + 1), b = a + 'h*u, w, q = b, v = u);
  for(n = 2, steps,
    w = variational(L)(M, alpha, b, u, a);
    v = concat(w[1..2], solve_powers(s -> slip(M, alpha, concat(b[1..2], q[3..#q]), concat(w[1..2], s)), value(v[3..#v])));
    a = b; b += 'h*w; u = w; q += 'h*v);
  my(exact = concat(stretch(z, steps, all), stretch(apply(c -> deriv(c, 'h), z), steps, all)));
  show(name, words, "none", steps, [concat(q, v) - exact, [], []], terms);
}

run_all() =
{
  foreach([0, 1/3, 1/2], alpha, run_nonholonomic("vertical-disk", disk, Str("dla:", alpha), dla, alpha, 6));
  run_nonholonomic("nonholonomic-particle", particle, "dla:1/3", dla, 1/3, 6);
  run_nonholonomic("knife-edge", knife, "dla:1/2", dla, 1/2, 6);
  run_nonholonomic("vertical-disk", disk, "variational:1/3:second", variational(5), 1/3, 6);
  run_nonholonomic("vertical-disk", disk, "variational:1/2:first", variational(4), 1/2, 6);
  run_nonholonomic("knife-edge", knife, "variational:1/3:first", variational(4), 1/3, 6);
  run_nonholonomic("nonholonomic-particle", particle, "variational:1/2:first", variational(4), 1/2, 6);
  run_nonholonomic("vertical-disk", disk, "variational-constrained:1/3:inside:second", inside(5), 1/3, 6);
  run_post("vertical-disk", disk, "variational-constrained:1/3:post:second", 5, 1/3, 6);
}
