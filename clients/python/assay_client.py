"""Lets assay audit integrators that are written in Python.  Copy this file beside yours.

    from assay_client import serve

    def euler(f, t, h, z):
        k = f(t, z)
        return [x + h * y for x, y in zip(z, k)]

    serve({"my-euler": euler})

and then:  assay audit --exec "python3 my_euler.py" --claim order=1

f(t, z) is the right-hand side of z' = f(t, z), which assay evaluates; f.many([(t, z), ...]) asks for several points
at once, which costs little more than one, and f.many(points, "gradient") for another function of the model.

A step depends on (t, h, z) alone.  A method that remembers is a class: one object is made for a trajectory, and called
for its steps; where it has steps(f, n, t, h, z) that takes n steps in one call.  What a method says of itself beside
that it is a step stands in serve(methods, traits={"my-euler": "order 1"}), or after form ode in
serve(methods, form="degenerate"): docs/protocol.md has the words.  A program with a model of its own gives
serve(methods, own=function (t, z) -> z'), with which assay compares its own first.

f.model, f.dimension, f.constraints and f.size are what assay says of the model; serve(methods, takes=function (f)) may
raise Unsupported("why") of one that the methods do not take.

Numbers are floats; with serve(methods, number=...) they are made by another function of a string, for instance
mpmath.mpf, and then every precision is served: serve calls precision(bits) first.
"""

import sys


class Failed(Exception):
    """Raise this in a step that cannot be made."""


class Unsupported(Exception):
    """Raise this in takes(f) of a model that the method does not take."""


class _Field:
    def __init__(self, number):
        self.number = number
        self.asked = "0"
        self.describe("", 0, 0, 0)

    def describe(self, model, dimension, constraints, size):
        self.model, self.dimension, self.constraints, self.size = model, int(dimension), int(constraints), int(size)

    def many(self, points, name="rhs"):
        words = ["evaluate", self.asked, name, str(len(points))]
        for t, z in points:
            words.append(_write(t))
            words.extend(map(_write, z))
        _say(" ".join(words))
        answer = _hear()
        if answer[0] != "value" or answer[1] != self.asked:
            raise SystemExit("assay answered something else than a value")
        values = list(map(self.number, answer[2:]))
        width = len(values) // len(points)
        return [values[k * width : (k + 1) * width] for k in range(len(points))]

    def __call__(self, t, z):
        return self.many([(t, z)])[0]

    def hamiltonian(self, t, z):
        return self.many([(t, z)], "hamiltonian")[0][0]


def _write(x):
    return repr(x) if type(x) is float else repr(float(x)) if isinstance(x, float) else str(x)


def _say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _hear():
    line = sys.stdin.readline()
    if not line:
        raise SystemExit(0)
    return line.split()


def _advance(method, field, words):
    field.asked = words[1]
    counted = words[0] == "steps"
    t, h, *z = map(field.number, words[3 if counted else 2 :])
    try:
        end = method.steps(field, int(words[2]), t, h, z) if counted else method(field, t, h, z)
    except (Failed, ArithmeticError) as reason:
        _say("failed %s %s" % (words[1], str(reason).replace("\n", " ")))
    else:
        _say(" ".join(["done", words[1], *map(_write, end)]))


def _evaluate(own, field, words):
    t, *z = map(field.number, words[4:])
    _say(" ".join(["value", words[1], *map(_write, own(t, z))]))


def _describe(name, method, form, traits, own):
    words = [name, "form", form, traits.get(name, "")]
    if isinstance(method, type):
        words += ["session"] + ["steps"] * hasattr(method, "steps")
    return " ".join(words + ["own"] * (own is not None))


def serve(methods, number=float, precision=None, form="ode", traits={}, own=None, takes=None):
    """Serves {name: function (f, t, h, z) -> the state after the step} until assay has enough."""
    field = _Field(number)
    method = session = None
    while True:
        words = _hear()
        if words[0] == "hello":
            if words[3] != "double" and precision is None:
                _say("unsupported these methods are written for double")
                continue
            if precision is not None:
                precision(53 if words[3] == "double" else int(words[3]))
            _say("methods " + " ".join(_describe(name, methods[name], form, traits, own) for name in methods))
        elif words[0] == "select":
            method = methods[words[1]]
        elif words[0] in ("model", "reset"):
            if words[0] == "model":
                field.describe(*words[1::2])
                try:
                    if takes:
                        takes(field)
                except Unsupported as reason:
                    _say("unsupported " + str(reason).replace("\n", " "))
                    continue
            session = method() if isinstance(method, type) else method
            _say("ok")
        elif words[0] in ("step", "steps"):
            _advance(session, field, words)
        elif words[0] == "evaluate":
            _evaluate(own, field, words)
        elif words[0] == "quit":
            return
