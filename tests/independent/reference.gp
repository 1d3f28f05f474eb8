\\ Reference solutions computed plainly: power series in PARI/GP for equations of motion that were solved for the
\\ velocities by hand, from the definitions in Kraus, Projected variational integrators for degenerate Lagrangian
\\ systems (2017), section 5.
\\
\\ With theta = (m/2) S (-y, x), S = 1 + x^2 + y^2, the symplectic matrix of a pair (x, y) has the one entry
\\ d_x theta_y - d_y theta_x = m (2 S - 1), so that x' = -H_y/(m (2 S - 1)), y' = H_x/(m (2 S - 1)).
\\
\\ One step: z = z_0 + integral of f(z), repeated; every round adds a coefficient of the series.
\\ Output: lines "model time component value", correct to 55 digits.  Run:  gp -q -f tests/independent/reference.gp

default(realprecision, 77);
order = 46;
step = 1/20;

lotka_volterra(z) = [z[1]*(z[2] - 2), z[2]*(1 - z[1])];

massless_particle(z) =
{
  my(m = 1 + 2*(z[1]^2 + z[2]^2));
  [-cos(z[2])/m, -sin(z[1])/m];
}

vortices(z) =
{
  my(g = 1/10, dx = z[1] - z[3], dy = z[2] - z[4], r = dx^2 + dy^2, l = log(r));
  my(s = 1 + z[1]^2 + z[2]^2, t = 1 + z[3]^2 + z[4]^2, k = g^2/(2*Pi));
  [-k*t*(2*z[2]*l + 2*s*dy/r)/(g*(2*s - 1)),
    k*t*(2*z[1]*l + 2*s*dx/r)/(g*(2*s - 1)),
   -k*s*(2*z[4]*l - 2*t*dy/r)/(g*(2*t - 1)),
    k*s*(2*z[3]*l - 2*t*dx/r)/(g*(2*t - 1))];
}

advance(f, z0) =
{
  my(z = z0);
  for(n = 1, order,
    z = apply(c -> c + O('t^n), z);
    z = apply(truncate, z0 + apply(c -> intformal(c, 't), f(z))));
  subst(z, 't, step);
}

solve_to(f, z, time) = { for(n = 1, time/step, z = advance(f, z)); z; }

show(name, components, f, z, time) =
{
  my(end = solve_to(f, apply(c -> c*1., z), time));
  default(format, "f.55");
  for(i = 1, #end, print(name, " ", time, " ", components[i], " ", end[i]));
}

show("lotka-volterra", ["q1", "q2"], lotka_volterra, [1, 1], 10);
show("massless-charged-particle", ["x", "y"], massless_particle, [1, 1], 10);
show("point-vortices", ["x1", "y1", "x2", "y2"], vortices, [1, 1/10, 1, -1/10], 5);
quit
