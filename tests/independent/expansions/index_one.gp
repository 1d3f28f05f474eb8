\\ Runge-Kutta methods on generalized Hamiltonian systems H(q, p, l), 0 = H_l: McLachlan, Modin, Verdier, Wilkins (2013).
\\ A model is [H(z), n, k, x_0, l near that of x_0], z = (q, p, l), x = (q, p).

bicycle_energy(z) =
{
  my([theta, phi] = z[3..4], u = z[5..8] + z[9]*[sin(phi), -cos(phi), 0, 0]~ + z[10]*[sin(theta), -cos(theta), 3/10, 0]~);
  u~*u/2;
}
heisenberg_energy(z) = my(u = z[4..6] + z[7]*[-z[2], z[1], 1]~); u~*u/2;
isokinetic_energy(z) = (z[3]^2 + z[4]^2)/2/(1 - z[5]) + 3/10*cos(z[1]) + cos(z[2])/5 - z[5]/2;
bicycle = [bicycle_energy, 4, 2, [3/20, 0, 0, Pi/4, 0, 1, 0, 0]~, [0, 0]~];
heisenberg = [heisenberg_energy, 3, 1, [0, 0, 0, 1/10, 3/10, -1]~, [1]~];
isokinetic = [isokinetic_energy, 2, 1, [2/5, 1/10, 3/5, 4/5]~, [0]~];

field(M, g) = concat(g[M[2] + 1..2*M[2]], -g[1..M[2]]);
\\ l of 0 = H_l(x, l)
multipliers(M, x, l) = solve_powers(l -> grad(M[1], concat(x, l))[2*M[2] + 1..2*M[2] + M[3]], value(l));

step(M, t, x, l) =
{
  my([a, b] = t, s = #b, d = #x, k = M[3], z);
  my(at = (z, i) -> grad(M[1], concat(x + sum(j = 1, s, a[i, j]*z[(j - 1)*d + 1..j*d]), z[s*d + (i - 1)*k + 1..s*d + i*k])));
  z = solve_powers(z -> my(g = vector(s, i, at(z, i)));
    concat(concat(vector(s, i, z[(i - 1)*d + 1..i*d] - 'h*field(M, g[i]))), concat(vector(s, i, g[i][d + 1..d + k]))),
    concat(vectorv(s*d), concat(vector(s, i, value(l)))));
  x + sum(i = 1, s, b[i]*z[(i - 1)*d + 1..i*d]);
}

\\ The solution, with the multipliers at each point
motion(M, terms) =
{
  my(l = M[5]);
  flow(x -> l = multipliers(M, x, l); field(M, grad(M[1], concat(x, l))), M[4], terms);
}

run_index_one(name, M, words, t, terms, steps = 2) =
{
  my(x = known_to(M[4], terms + 3), l = multipliers(M, x, M[5]), z = motion(M, terms + 3), first);
  first = M[1](concat(x, l));
  for(n = 1, steps, x = step(M, t, x, l); l = multipliers(M, x, l));
  show(name, words, "none", steps, [x - stretch(z, steps, terms + 3), [M[1](concat(x, l)) - first], []], terms);
}

run_all() =
{
  run_index_one("bicycle", bicycle, "index-one:gauss-1", gauss(1), 6, 3);
  run_index_one("bicycle", bicycle, "index-one:gauss-2", gauss(2), 7);
  run_index_one("heisenberg", heisenberg, "index-one:gauss-2", gauss(2), 8, 3);
  run_index_one("heisenberg", heisenberg, "index-one:radau-iia-2", radau_iia(2), 7);
  run_index_one("isokinetic", isokinetic, "index-one:gauss-1", gauss(1), 6);
}
