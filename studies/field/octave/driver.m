% The solvers of Octave that a user can hold to a step, for assay: from t to t + h with InitialStep = MaxStep = h and a
% tolerance so wide that the first step is accepted.  ode23s is given its Jacobian in each of the ways that it offers: not at
% all, as a function, and as one whose value is sparse; the derivatives are differences of sixth order.
1;
addpath (fullfile (pwd, "clients", "octave"));

function z = step_with (solver, form, f, t, h, z)
  persistent tolerances = odeset ("RelTol", 1e-6, "AbsTol", 1e12);

  options = tolerances;
  options.InitialStep = options.MaxStep = h;
  if (! isempty (form))
    options.Jacobian = @(t, z) form (jacobian (f, t, z));
  end
  [times, states] = solver (@(t, z) f (t, z(:)), [t, t + h], z, options);
  if (numel (times) != 2)
    error ("the solver made %d steps", numel (times) - 1);
  end
  z = states(end, :).';
end

function matrix = jacobian (f, t, z)
  e = 1 / 128;
  at = e * [1 -1 2 -2 3 -3];
  d = numel (z);
  points = repmat (z(:), 1, 6 * d) + kron (eye (d), at);
  values = reshape (f (t * ones (1, 6 * d), points), d, 6, d);
  matrix = reshape (sum (values .* [45 -45 -9 9 1 -1], 2), d, d) / (60 * e);
end

steps = {"octave-ode45", @(f, t, h, z) step_with (@ode45, [], f, t, h, z), ...
         "octave-ode23", @(f, t, h, z) step_with (@ode23, [], f, t, h, z), ...
         "octave-ode23s", @(f, t, h, z) step_with (@ode23s, [], f, t, h, z), ...
         "octave-ode23s-jacobian", @(f, t, h, z) step_with (@ode23s, @full, f, t, h, z), ...
         "octave-ode23s-sparse", @(f, t, h, z) step_with (@ode23s, @sparse, f, t, h, z)};
wanted = argv ();
chosen = steps(repelem (ismember (steps(1:2:end), wanted), 2));
assay_serve (chosen{:});
