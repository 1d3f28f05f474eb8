"""Lets assay audit integrators that are written in Python.  Copy this file beside yours.

    from assay_client import serve

    def euler(f, t, h, z):
        k = f(t, z)
        return [x + h * y for x, y in zip(z, k)]

    serve({"my-euler": euler})

and then:  assay audit --exec "python3 my_euler.py" --claim order=1

f(t, z) is the right-hand side of z' = f(t, z), which assay evaluates; f.many([(t, z), ...]) asks for several points
at once.  A step depends on (t, h, z) alone.  Numbers are floats; with serve(methods, number=...) they are made by
another function of a string, for instance mpmath.mpf, and then every precision is served: serve calls
precision(bits) first.
"""

import sys


class Failed(Exception):
    """Raise this in a step that cannot be made."""


class _Field:
    def __init__(self, number):
        self.number = number
        self.asked = 0

    def many(self, points, name="rhs"):
        words = ["evaluate", str(self.asked), name, str(len(points))]
        for t, z in points:
            words.append(_write(t))
            words.extend(map(_write, z))
        _say(" ".join(words))
        answer = _hear()
        if answer[:2] != ["value", str(self.asked)]:
            raise SystemExit("assay answered something else than a value")
        values = [self.number(word) for word in answer[2:]]
        width = len(values) // len(points)
        return [values[k : k + width] for k in range(0, len(values), width)]

    def __call__(self, t, z):
        return self.many([(t, z)])[0]

    def hamiltonian(self, t, z):
        return self.many([(t, z)], "hamiltonian")[0][0]


def _write(x):
    return repr(x) if isinstance(x, float) else str(x)


def _say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _hear():
    line = sys.stdin.readline()
    if not line:
        raise SystemExit(0)
    return line.split()


def _step(method, field, words):
    field.asked = int(words[1])
    t, h, *z = [field.number(word) for word in words[2:]]
    try:
        end = method(field, t, h, z)
    except (Failed, ArithmeticError) as reason:
        _say("failed %s %s" % (words[1], str(reason).replace("\n", " ")))
    else:
        _say(" ".join(["done", words[1]] + [_write(x) for x in end]))


def serve(methods, number=float, precision=None):
    """Serves {name: function (f, t, h, z) -> the state after the step} until assay has enough."""
    field = _Field(number)
    method = None
    while True:
        words = _hear()
        if words[0] == "hello":
            if words[3] == "double" and precision is None:
                _say("methods " + " ".join(name + " form ode" for name in methods))
            elif precision is None:
                _say("unsupported these methods are written for double")
            else:
                precision(53 if words[3] == "double" else int(words[3]))
                _say("methods " + " ".join(name + " form ode" for name in methods))
        elif words[0] == "select":
            method = methods[words[1]]
        elif words[0] in ("model", "reset"):
            _say("ok")
        elif words[0] == "step":
            _step(method, field, words)
        elif words[0] == "quit":
            return
