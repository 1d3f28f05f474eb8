% The order of ode23s with a sparse Jacobian, with Octave alone: octave-cli -q reproduce.m
%
% y1' = -y1 + y2^2 + y3^2 + y4^2, yi' = -y1 yi, from (1, 1/2, 1/4, 2) to t = 1; 16, 32, ..., 512 steps of a fixed size, and the
% order between the last two.  The Jacobian is given as a function, once full, once sparse; the reference is ode45 with 1e-13.
%
% runge_kutta_23s.m solves for its stages with [Lw, Uw, Pw, Qw, Rw] = lu (W) where W is sparse.  Its second stage is
% Uw * (Uw \ (Lw \ ...)); the first and the third are Qw * (Uw \ (Lw \ ...)), which is the solution.
1;
f = @(t, y) [-y(1) + sum(y(2:4).^2); -y(1) * y(2:4)];
jacobian = @(t, y) [-1, 2*y(2:4)'; -y(2:4), -y(1) * eye(3)];
start = [1; 1/2; 1/4; 2];
[~, y] = ode45 (f, [0, 1], start, odeset ("RelTol", 1e-13, "AbsTol", 1e-13));
exact = y(end, :);
forms = {"full", @full; "sparse", @sparse};
for row = 1:2
  form = forms{row, 2};
  printf ("ode23s, %-6s Jacobian  errors", forms{row, 1});
  now = 0;
  for steps = 2.^(4:9)
    last = now;
    options = odeset ("InitialStep", 1/steps, "MaxStep", 1/steps, "RelTol", 1e-6, "AbsTol", 1e12, ...
                      "Jacobian", @(t, y) form (jacobian (t, y)));
    [~, y] = ode23s (f, [0, 1], start, options);
    now = norm (y(end, :) - exact);
    printf (" %.1e", now);
  end
  printf ("  order %.2f\n", log2 (last / now));
end
