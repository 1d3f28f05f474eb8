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
% many times in t, it gives the values at all of these points at once.  A step depends on (t, h, z) alone; one that raises
% an error is one that cannot be made.
function assay_serve (varargin)
  names = varargin(1:2:end);
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
          say (["methods", sprintf(" %s form ode", names{:})]);
        end
      case "select"
        step = steps{strcmp (names, strtrim (rest))};
      case {"model", "reset"}
        say ("ok");
      case "quit"
        return;
    end
  end
end

function answer (step, text)
  numbers = sscanf (text, "%f");
  asked = sprintf ("%d", numbers(1));
  f = @(t, z) evaluate (asked, t, z);
  try
    z = step (f, numbers(2), numbers(3), numbers(4:end));
    say (["done " asked, sprintf(" %.17g", z)]);
  catch reason
    say (["failed " asked " " strrep(reason.message, "\n", " ")]);
  end
end

% Called most often: it says and hears without calls of other functions of this file.
function values = evaluate (asked, t, z)
  [d, points] = size (z);
  puts (["evaluate " asked " rhs" sprintf(" %.17g", points, [t(:)'; z]) "\n"]);
  fflush (stdout);
  line = input ("", "s");
  if (! strncmp (line, "value ", 6))
    exit (1);
  end
  numbers = sscanf (line(7:end), "%f");
  values = reshape (numbers(2:end), d, points);
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
