\\ The pendulum in local coordinates of the circle: Leimkuhler, Reich (1994), equations (7) to (11).  Where |x| > |y| the
\\ parameter is d = y, with the momentum th: H = th^2 (1 - d^2)/2 + d, and the state is q = (sqrt(1 - d^2), d), p = (-d v/x, v),
\\ v = th (1 - d^2).  Use with free.gp.

right = hamiltonian(z -> z[2]^2*(1 - z[1]^2)/2 + z[1], [0], [-2]);
state(z) = my(x = sqrt(1 - z[1]^2), v = z[2]*(1 - z[1]^2)); [x, z[1], -z[1]*v/x, v]~;

run_chart(words, method, terms, steps = 2) =
{
  my(all = terms + 3, z = known_to(right[3], all), exact = state(flow(right[1], right[3], all)));
  for(n = 1, steps, z = method(right, z, 'h));
  show("pendulum:default:charts", words, "none", steps,
       [state(z) - stretch(exact, steps, all), [right[2](z) - right[2](known_to(right[3], all))], []], terms);
}

run_all() =
{
  run_chart("rk4", rk4, 7, 3);
  run_chart("runge-kutta:gauss-1", runge_kutta(gauss(1)), 7);
}
