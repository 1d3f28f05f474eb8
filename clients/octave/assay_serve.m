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
    [word, rest] = cut (line);
    switch (word)
      case "hello"
        if (isempty (strfind (rest, "double")))
          say ("unsupported these methods are written for double");
        else
          say (["methods", sprintf(" %s form ode", names{:})]);
        end
      case "select"
        step = steps{strcmp (names, rest)};
      case {"model", "reset"}
        say ("ok");
      case "step"
        answer (step, rest);
      case "quit"
        return;
    end
  end
end

function answer (step, text)
  [asked, rest] = cut (text);
  numbers = sscanf (rest, "%f");
  f = @(t, z) evaluate (asked, t, z);
  try
    z = step (f, numbers(1), numbers(2), numbers(3:end));
    say (["done " asked, sprintf(" %.17g", z)]);
  catch reason
    say (["failed " asked " " strrep(reason.message, "\n", " ")]);
  end
end

% The first word and the others; strtok takes as long as a step.
function [word, rest] = cut (line)
  k = find ([line " "] == " ", 1);
  word = line(1:k-1);
  rest = line(k+1:end);
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
