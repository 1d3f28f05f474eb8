\\ Expansions of steps in powers of h, computed plainly in PARI/GP with its own power series: what all files of this folder
\\ share.  They share nothing with the library but the definitions in the papers.
\\
\\   - derivatives of a model are read off series in 't (and 'u) whose coefficients are series in h;
\\   - equations are solved power by power: with J the matrix at h = 0, by differences, each sweep x - J^-1 F(x) makes one
\\     power more right;
\\   - the solution is the power series of the differential equation, by Picard's iteration.
\\
\\ Output, a line for each quantity, separated by tabs: model method projection steps quantity c_1 ... c_K: the error
\\ after so many steps is the sum of c_k h^k, 36 digits.  A quantity is solution:I, observable:0 (the energy) or
\\ constraint:I, counted from 0; or of one step symmetry:I, what is left by a step and one back, and symplectic:K, entry
\\ K = i + j (j - 1)/2, i < j, of what is left of the form.

default(recover, 0); \\ an error ends the program
default(realprecision, 96);
\\ The order of variables: series in h are coefficients of series in 't and 'u.
't; 'u; 'h;
offset = 1e-45;

value(y) = apply(c -> polcoef(c + O('h), 0, 'h), y);
known_to(x, m) = apply(c -> c + O('h^m), x);
powers_known(y) = vecmin(apply(c -> my(p = serprec(c, 'h)); if(p == +oo, 10^6, p), Vec(y)));
polynomial(y, m) = apply(c -> sum(k = 0, m - 1, polcoef(c + O('h^m), k, 'h)*'h^k), y);

\\ y/h for a y that vanishes at h = 0
lower(y) = apply(c -> my(z = polcoef(c, 0, 'h)); if(abs(z) > 1e-60, error("not divisible by h")); (c - z)/'h, y);

\\ The gradient of f at x by a series in v: a column.
grad(f, x, v = 't) = vectorv(#x, i, my(w = x); w[i] += v + O(v^2); polcoef(f(w) + O(v^2), 1, v));
\\ Row k is the gradient of f_k.
jacobian(f, x, v = 't) =
{
  my(columns = vector(#x, i, my(w = x, y); w[i] += v + O(v^2); y = f(w); vectorv(#y, k, polcoef(y[k] + O(v^2), 1, v))));
  matconcat(columns);
}

\\ [x, J^-1] with F(x) = 0 at h = 0
start(F, x) =
{
  my(few = x -> known_to(x, 4), r, inverse, d);
  x *= 1.;
  for(k = 1, 60,
    r = value(F(few(x)));
    inverse = matconcat(vector(#x, j, my(y = x); y[j] += offset; (value(F(few(y))) - r)/offset))^-1;
    d = precision(inverse*r, 96);
    x = precision(x - d, 96);
    if(normlp(d) < 1e-60, return([x, inverse])));
  error("no solution at h = 0");
}

\\ The series x with F(x) = 0 that begins near x_0, as far as F tells.
solve_powers(F, x0) =
{
  my([x, inverse] = start(F, x0), r, p, before = 0, last = 0);
  for(m = 2, 60,
    r = F(known_to(x, m));
    p = min(m, powers_known(r));
    x -= polynomial(inverse*r, p);
    if(p == before, last++);
    before = p;
    if(last == 2, return(known_to(x, p))));
  error("too many powers");
}

\\ The solution of x' = f(x): x(h)
flow(f, x0, terms) =
{
  my(x = known_to(x0, 1));
  for(m = 1, terms - 1, x = apply(c -> c + O('h^(m + 1)), x0 + apply(c -> intformal(c, 'h), f(known_to(x, m)))));
  x;
}
\\ x(n h)
stretch(x, n, terms) = apply(c -> sum(k = 0, terms - 1, polcoef(c, k, 'h)*(n*'h)^k) + O('h^terms), x);

\\ x with A x = b, A regular at h = 0: each sweep doubles the powers that are right
solve_linear(A, b) =
{
  my(B = matconcat(apply(c -> polcoef(c + O('h), 0, 'h), A))^-1);
  for(k = 1, 6, B = apply(c -> truncate(c + O('h^(2^k))), 2*B - B*A*B));
  B*b;
}

\\ ------------------------------------------------------------------ tableaux

roots_on_unit_interval(f) = vecsort(real(polroots(subst(f, 'x, 2*'x - 1))));
lagrange(c, j) = prod(k = 1, #c, if(k == j, 1, ('x - c[k])/(c[j] - c[k])));
integral(f, t) = subst(intformal(f, 'x), 'x, t);
weights(c) = vector(#c, j, integral(lagrange(c, j), 1));
collocation(c) = matrix(#c, #c, i, j, integral(lagrange(c, j), c[i]));
gauss_nodes(s) = roots_on_unit_interval(pollegendre(s));
gauss(s) = my(c = gauss_nodes(s)); [collocation(c), weights(c)];
radau_iia(s) = my(c = roots_on_unit_interval(pollegendre(s) - pollegendre(s - 1))); [collocation(c), weights(c)];
lobatto_nodes(s) = concat([[0], if(s > 2, roots_on_unit_interval(pollegendre(s - 1)'), []), [1]]);
\\ b_i abar_ij + b_j a_ji = b_i b_j
conjugate(a, b) = matrix(#b, #b, i, j, b[j]*(1 - a[j, i]/b[i]));
classical_rk4 = [[0, 0, 0, 0; 1/2, 0, 0, 0; 0, 1/2, 0, 0; 0, 0, 1, 0], [1/6, 1/3, 1/3, 1/6]];

\\ Coefficients of Suzuki's fractal and the triple jump from order p - 2 to order p
suzuki(p) = my(r = 4.^(1/(p - 1)), g = 1/(4 - r)); [g, g, 1 - 4*g, g, g];
triple_jump(p) = my(r = 2.^(1/(p - 1)), g = 1/(2 - r)); [g, 1 - 2*g, g];

\\ -------------------------------------------------------------------- output

digits36(c) = if(abs(c) < 1e-38, "0", strjoin(strsplit(strprintf("%.35e", c), " ")));
print_quantity(heading, quantity, error, terms) =
  print(heading, "\t", quantity, concat(vector(terms, k, Str("\t", digits36(polcoef(error, k, 'h))))));

\\ Of one step f(x, h) from x0, to as many powers: f(f(x0, h), -h) - x0, and entries i < j, column by column, of
\\ M^T form(x1) M - form(x0), M = dx1/dx0 by central differences.
show_defects(model, method, projection, f, form, x0, terms) =
{
  my(heading = strjoin([model, method, projection, "1"], "\t"), n = #x0, all = terms + 4, start = known_to(x0, all), x1 = f(start, 'h), M, D);
  my(back = f(x1, -'h) - start);
  for(i = 1, n, print_quantity(heading, Str("symmetry:", i - 1), back[i], terms));
  M = matconcat(vector(n, j, my(e = vectorv(n, i, (i == j)*1e-40)); (f(known_to(x0 + e, all), 'h) - f(known_to(x0 - e, all), 'h))/2e-40));
  D = M~*form(x1)*M - form(start);
  for(j = 1, n, for(i = 1, j - 1, print_quantity(heading, Str("symplectic:", i - 1 + (j - 1)*(j - 2)/2), D[i, j], terms)));
}

\\ errors: solution, then energy (or []), then constraints (or [])
show(model, method, projection, steps, errors, terms) =
{
  my(heading = strjoin([model, method, projection, Str(steps)], "\t"), names = ["solution", "observable", "constraint"]);
  for(j = 1, 3, for(i = 1, #errors[j], print_quantity(heading, Str(names[j], ":", i - 1), errors[j][i], terms)));
}
