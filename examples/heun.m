% Heun's method of order 2, in Octave: assay audit --exec "octave-cli -q --no-line-editing examples/heun.m" --claim order=2
1;
addpath (fullfile (fileparts (mfilename ("fullpath")), "..", "clients", "octave"));

function z = heun (f, t, h, z)
  k = f (t, z);
  z += h / 2 * (k + f (t + h, z + h * k));
end

assay_serve ("octave-heun", @heun);
