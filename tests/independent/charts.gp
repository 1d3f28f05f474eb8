\\ Steps of the pendulum in local coordinates of the circle, computed slowly and plainly in PARI/GP: Hhat is written by
\\ hand, th^2 (1 - d^2)/2 + y(d), and implicit stages are found by iterating them.
\\
\\ The parameter d is x where |y| > |x|, and y elsewhere, decided before each step; s is the sign of the other one.
\\
\\ Output: lines "method steps component value", 60 digits after the point.
\\ Run:  gp -q -f tests/independent/charts.gp

default(realprecision, 96);
h = 1/10;

\\ of z = [d, th] in the chart by x (by_x = 1) or by y
rate(z, s, by_x) = [z[2]*(1 - z[1]^2), z[2]^2*z[1] - if(by_x, -s*z[1]/sqrt(1 - z[1]^2), 1)];

\\ stages of A, by iteration (of an explicit method as many as there are stages are exact)
stages(A, z, s, by_x) =
{
  my(n = #A, K = vector(n, i, rate(z, s, by_x)));
  for(k = 1, 400, K = vector(n, i, rate(z + h*sum(j = 1, n, A[i,j]*K[j]), s, by_x)));
  K;
}

step(A, b, x) =
{
  my(by_x = abs(x[2]) > abs(x[1]), d = if(by_x, x[1], x[2]), s = sign(if(by_x, x[2], x[1])));
  my(slope = -s*d/sqrt(1 - d^2), own = if(by_x, x[3], x[4]), other = if(by_x, x[4], x[3]));
  my(z = [d, own + slope*other], K = stages(A, z, s, by_x), c, v);
  z += h*sum(i = 1, #A, b[i]*K[i]);
  c = sqrt(1 - z[1]^2); \\ of the other one, without its sign
  v = z[2]*(1 - z[1]^2);
  if(by_x, [z[1], s*c, v, -s*z[1]/c*v], [s*c, z[1], -s*z[1]/c*v, v]);
}

run(name, A, b) =
{
  my(x = [1, 0, 0, -2]*1.);
  for(n = 1, 40,
    x = step(A, b, x);
    if(n == 1 || n == 10 || n == 40, for(i = 1, 4, printf("%s %d %d %.60f\n", name, n, i - 1, x[i]))));
}

run("rk4", [0, 0, 0, 0; 1/2, 0, 0, 0; 0, 1/2, 0, 0; 0, 0, 1, 0], [1/6, 1/3, 1/3, 1/6]);
run("runge-kutta:gauss-1", Mat(1/2), [1]);
w = sqrt(3)/6;
run("runge-kutta:gauss-2", [1/4, 1/4 - w; 1/4 + w, 1/4], [1/2, 1/2]);
