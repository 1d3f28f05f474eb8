% Lets assay audit integrators that are written in Octave.  Copy this file beside yours.
%
%     1;
%     function z = euler (f, t, h, z)
%       z += h * f (t, z);
%     end
%     assay_serve ("my-euler", @euler);
%
% and then:  assay audit --exec "octave-cli -q --no-line-editing my_euler.m" --claim order=1
%
% f (t, z) is the right-hand side of z' = f(t, z), which assay evaluates: z is a column.  With several columns in z, and as
% many times in t, it gives the values at all of these points at once.  f (t, z, "gradient") is another function of the
% model, so that Octave's own solvers take @(t, z) f (t, z); the global assay_model has its name, dimension, constraints and
% size.  A step depends on (t, h, z) alone; one that raises an error is one that cannot be made.  A name may have its form,
% where that is not ode, and what the method says of itself:
% assay_serve ("my-shake form hamiltonian constraints order 2", @shake).
function assay_serve (varargin)
  global assay_model;
  words = names = varargin(1:2:end);
  for k = 1:numel (words)
    names{k} = strtok (words{k});
    if (isempty (strfind (words{k}, " form ")))
      words{k} = [words{k} " form ode"];
    end
  end
  steps = varargin(2:2:end);
  step = steps{1};
  while (true)
    line = hear ();
    if (strncmp (line, "step ", 5)) % first: strtok takes as long as a step
      answer (step, line(6:end));
      continue;
    end
    [word, rest] = strtok (line);
    switch (word)
      case "hello"
        if (isempty (strfind (rest, "double")))
          say ("unsupported these methods are written for double");
        else
          say (["methods", sprintf(" %s", words{:})]);
        end
      case "select"
        step = steps{strcmp (names, strtrim (rest))};
      case "model"
        said = strsplit (strtrim (rest));
        assay_model = struct ("name", said{1}, "dimension", str2double (said{3}), ...
                              "constraints", str2double (said{5}), "size", str2double (said{7}));
        say ("ok");
      case "reset"
        say ("ok");
      case "quit"
        return;
    end
  end
end

function answer (step, text)
  numbers = sscanf (text, "%f");
  asked = sprintf ("%d", numbers(1));
  f = @(varargin) evaluate (asked, varargin{:});
  try
    z = step (f, numbers(2), numbers(3), numbers(4:end));
    say (["done " asked, sprintf(" %.17g", z)]);
  catch reason
    say (["failed " asked " " strrep(reason.message, "\n", " ")]);
  end
end

% Called most often: it says and hears without calls of other functions of this file.
function values = evaluate (asked, t, z, name)
  if (nargin < 4)
    name = "rhs";
  end
  points = columns (z);
  puts (["evaluate " asked " " name sprintf(" %.17g", points, [t(:)'; z]) "\n"]);
  fflush (stdout);
  line = input ("", "s");
  if (! strncmp (line, "value ", 6))
    exit (1);
  end
  numbers = sscanf (line(7:end), "%f");
  values = reshape (numbers(2:end), [], points);
end

% fgetl would wait for what follows the line.
function line = hear ()
  try
    line = input ("", "s");
  catch
    exit (0);
  end
end

function say (line)
  puts ([line "\n"]);
  fflush (stdout);
end
