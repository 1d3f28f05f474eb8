% The solver ode15s of Octave, with which SUNDIALS solves stiff equations, as a method whose step is a whole solution from t
% to t + h at the tolerance 1e-12: for stiff.lua.
1;
addpath (fullfile (fileparts (mfilename ("fullpath")), "..", "..", "clients", "octave"));

function z = solve (f, t, h, z)
  options = odeset ("RelTol", 1e-12, "AbsTol", 1e-12, "InitialSlope", f (t, z));
  [~, path] = ode15s (@(t, z) f (t, z), [t, t + h], z, options);
  z = path(end,:)';
end

assay_serve ("ode15s", @solve);
