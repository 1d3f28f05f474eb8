#!/usr/bin/env python3
"""Expansions of random methods of all forms on random models, beside the same steps in power series of exact fractions.

    tests/audits/random_steps.py [--count N] [--seed S] [--jobs J] [--forms FORM,FORM...]

Forms: partitioned and Nystroem tableaux, compositions of implicit midpoint steps, splittings, linear multistep methods with their
starter, and variational midpoint steps on degenerate Lagrangians, without projection and with the standard one.  Coefficients and
models are random fractions, models polynomials.  The steps are made here once more, in truncated power series of fractions:
explicit formulas as they stand, implicit ones power by power.  Each coefficient of the error of each coordinate after one, two,
three steps that `assay show METHOD --on MODEL --json` prints has to be the same, to 1e-12 of itself, zeros included.  The last line has the number of wrong ones and the share without an expansion; the exit
status is 1 where one is wrong.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction as F

PROGRAM = os.environ.get("ASSAY", "./assay")
TERMS = 7
STEPS = 3


class Series:
    """A power series in h with TERMS terms."""

    def __init__(self, terms):
        self.c = (list(terms) + [F(0)] * TERMS)[:TERMS]

    def __add__(self, other):
        other = lift(other)
        return Series([x + y for x, y in zip(self.c, other.c)])

    __radd__ = __add__

    def __neg__(self):
        return Series([-x for x in self.c])

    def __sub__(self, other):
        return self + -lift(other)

    def __rsub__(self, other):
        return lift(other) + -self

    def __mul__(self, other):
        if isinstance(other, (int, F)):
            return Series([x * other for x in self.c])
        product = [F(0)] * TERMS
        for i, x in enumerate(self.c):
            if x:
                for j in range(TERMS - i):
                    product[i + j] += x * other.c[j]
        return Series(product)

    __rmul__ = __mul__

    def __pow__(self, n):
        power = lift(1)
        for _ in range(n):
            power = power * self
        return power

    def shift(self):
        """times h"""
        return Series([F(0)] + self.c)

    def stretch(self, n):
        """x(n h)"""
        return Series([x * n ** k for k, x in enumerate(self.c)])


def lift(x):
    return x if isinstance(x, Series) else Series([F(x)])


# ---- polynomials: {exponents: coefficient} ----

def evaluate(polynomial, z):
    total = lift(0)
    for exponents, c in polynomial.items():
        term = lift(c)
        for x, e in zip(z, exponents):
            if e:
                term = term * x ** e
        total = total + term
    return total


def derive(polynomial, i):
    found = {}
    for exponents, c in polynomial.items():
        if exponents[i]:
            lower = exponents[:i] + (exponents[i] - 1,) + exponents[i + 1:]
            found[lower] = found.get(lower, 0) + c * exponents[i]
    return found


def write(polynomial, names):
    terms = []
    for exponents, c in sorted(polynomial.items()):
        factors = ['"%s"' % c if c.denominator != 1 else str(c.numerator)]
        factors += ["%s^%d" % (name, e) for name, e in zip(names, exponents) if e]
        terms.append("*".join(factors))
    return " + ".join(terms) or "0"


def fraction(chance, most=1):
    while True:
        d = chance.randint(2, 9)
        x = F(chance.randint(-most * d, most * d), d)
        if x:
            return x


def draw(chance, monomials):
    return {exponents: fraction(chance) for exponents in monomials}


# ---- steps: (state, field) -> state; all of z' = f(z) with z = (q, p) of two degrees of freedom ----

def solve_implicit(function, start):
    """x = function(x) with a factor h on the right: each iteration makes one power more right."""
    x = start
    for _ in range(TERMS):
        x = function(x)
    return x


def add(z, k, c=1):
    return [x + c * y for x, y in zip(z, k)]


def times_h(v, c=1):
    return [(x * c).shift() for x in v]


def midpoint(z, f, length):
    """an implicit midpoint step of length * h"""
    return solve_implicit(lambda x: add(z, times_h(f([(a + b) * F(1, 2) for a, b in zip(z, x)]), length)), z)


def rk4(z, f):
    k1 = f(z)
    k2 = f(add(z, times_h(k1, F(1, 2))))
    k3 = f(add(z, times_h(k2, F(1, 2))))
    k4 = f(add(z, times_h(k3)))
    return [x + (a + 2 * b + 2 * c + d).shift() * F(1, 6) for x, a, b, c, d in zip(z, k1, k2, k3, k4)]


def texts(numbers):
    return "{ " + ", ".join('"%s"' % x if F(x).denominator != 1 else str(x) for x in numbers) + " }"


def matrix(rows):
    return "{ " + ", ".join(map(texts, rows)) + " }"


# ---- forms: each gives (kind of model, text of the method, projection, step, steps before) ----

def sum_to_one(chance, s):
    b = [fraction(chance) for _ in range(s - 1)]
    return b + [1 - sum(b)]


def partitioned(chance):
    s = chance.randint(2, 3)
    symplectic = chance.random() < 0.3
    a = [[fraction(chance) if j < i or chance.random() < 0.3 else F(0) for j in range(s)] for i in range(s)]
    b = sum_to_one(chance, s)
    ahat = [[fraction(chance) if j <= i else F(0) for j in range(s)] for i in range(s)]
    if symplectic:
        ahat = [[b[j] - b[j] * a[j][i] / b[i] if b[i] else F(0) for j in range(s)] for i in range(s)]

    def step(z, f):
        n = len(z) // 2

        def stages(k):
            found = []
            for i in range(s):
                q, p = z[:n], z[n:]
                for j in range(s):
                    q = add(q, times_h(k[j][:n], a[i][j]))
                    p = add(p, times_h(k[j][n:], ahat[i][j]))
                found.append(f(q + p))
            return found

        k = solve_implicit(stages, [[lift(0)] * len(z)] * s)
        for j in range(s):
            z = add(z, times_h(k[j], b[j]))
        return z

    return "hamiltonian", "return tableau { name = 'random', a = %s, ahat = %s, b = %s }" % (
        matrix(a), matrix(ahat), texts(b)), "none", step, 0


def nystroem(chance):
    s = chance.randint(2, 3)
    abar = [[fraction(chance) if j < i or chance.random() < 0.15 else F(0) for j in range(s)] for i in range(s)]
    b, c = sum_to_one(chance, s), [fraction(chance) for _ in range(s)]
    bbar = [fraction(chance) for _ in range(s)]
    if chance.random() < 0.5:
        bbar = [x * (1 - y) for x, y in zip(b, c)]

    def step(z, f):
        n = len(z) // 2
        q, p = z[:n], z[n:]

        def velocity(momentum):
            return f(q + momentum)[:n]

        def stages(k):
            found = []
            for i in range(s):
                x = add(q, times_h(velocity(p), c[i]))
                for j in range(s):
                    x = add(x, times_h(times_h(velocity(k[j]), abar[i][j])))
                found.append(f(x + p)[n:])
            return found

        k = solve_implicit(stages, [[lift(0)] * n] * s)
        end, moment = add(q, times_h(velocity(p))), p
        for j in range(s):
            end = add(end, times_h(times_h(velocity(k[j]), bbar[j])))
            moment = add(moment, times_h(k[j], b[j]))
        return end + moment

    return "newton", "return tableau { name = 'random', abar = %s, bbar = %s, b = %s, c = %s }" % (
        matrix(abar), texts(bbar), texts(b), texts(c)), "none", step, 0


def composition(chance):
    lengths = sum_to_one(chance, chance.randint(2, 4))
    if chance.random() < 0.5:
        half = [fraction(chance) for _ in range(chance.randint(1, 2))]
        lengths = half + [1 - 2 * sum(half)] + half[::-1]

    def step(z, f):
        for length in lengths:
            z = midpoint(z, f, length)
        return z

    return "hamiltonian", "return composition { name = 'random', base = 'runge-kutta:gauss-1', coefficients = %s }" % \
        texts(lengths), "none", step, 0


def splitting(chance):
    s = chance.randint(1, 3)
    drift, kick = sum_to_one(chance, s), sum_to_one(chance, s + 1)
    if chance.random() < 0.5:
        half, other = [fraction(chance) for _ in range(s)], [fraction(chance) for _ in range(s)]
        drift = half + half[::-1] if s > 1 else [F(1)]
        drift[-1] += 1 - sum(drift)
        kick = (other + [F(0)] + other[::-1])[:len(drift) + 1]
        kick[-1] += 1 - sum(kick)
    if any(x == 0 for x in drift + kick):
        return splitting(chance)

    def step(z, f):
        n = len(z) // 2
        q, p = z[:n], z[n:]
        for i, length in enumerate(kick):
            p = add(p, times_h(f(q + p)[n:], length))
            if i < len(drift):
                q = add(q, times_h(f(q + p)[:n], drift[i]))
        return q + p

    return "separable", "return splitting { name = 'random', drift = %s, kick = %s }" % (texts(drift), texts(kick)), \
        "none", step, 0


def multistep(chance):
    root = F(chance.randint(-7, 7), 10)
    beta = [fraction(chance), fraction(chance)]
    beta.append(1 - root - sum(beta))
    alpha = [root, -1 - root, F(1)]
    if chance.random() < 0.3:
        beta = [beta[0], 1 - root - beta[0], F(0)]

    def step(state, f):
        """of (z before, z)"""
        before, z = state
        if before is None:
            return z, rk4(z, f)
        known = add(add([lift(0)] * len(z), before, -alpha[0]), z, -alpha[1])
        known = add(add(known, times_h(f(before), beta[0])), times_h(f(z), beta[1]))
        return z, solve_implicit(lambda x: add(known, times_h(f(x), beta[2])), z)

    return "hamiltonian", "return multistep { name = 'random', alpha = %s, beta = %s, starter = 'rk4' }" % (
        texts(alpha), texts(beta)), "none", step, 2


def inverse(m):
    """of 2 x 2 fractions"""
    d = m[0][0] * m[1][1] - m[0][1] * m[1][0]
    return [[m[1][1] / d, -m[0][1] / d], [-m[1][0] / d, m[0][0] / d]]


def solve_powers(residual, start, linear):
    """x with residual(x) = 0, x(0) = start, of which `linear` is the matrix of the leading part: each pass makes one power more
    right."""
    back, x = inverse(linear), start
    for k in range(1, TERMS):
        r = residual(x)
        for i in range(2):
            x[i].c[k] -= sum(back[i][j] * r[j].c[k] for j in range(2))
    return x


def variational(chance):
    """The midpoint step of theta(q) . q' - H(q): p0 + h F/2 = theta(Q), p1 = p0 + h F, F = theta'(Q)^T V - H'(Q)."""
    projected = chance.random() < 0.5

    def step(state, lagrangian):
        theta, turned, slope = lagrangian.theta, lagrangian.turned, lagrangian.slope
        q, p = state[:2], state[2:] or theta(state)

        def middle(w):
            at = [a + b * F(1, 2) for a, b in zip(q, w)]
            return at, [x - y.shift() for x, y in zip(turned(at, w), slope(at))]

        def residual(w):
            at, push = middle(w)
            return [(t - a) * 2 - b for t, a, b in zip(theta(at), p, push)]

        w = solve_powers(residual, [lift(0), lift(0)], lagrangian.form(q))
        end, moment = add(q, w), add(p, middle(w)[1])
        if not projected:
            return end + moment
        # e with theta(end + e) = moment + theta'(end + e)^T e

        def off(e):
            at = add(end, e)
            return [t - m - x for t, m, x in zip(theta(at), moment, turned(at, e))]

        end = add(end, solve_powers(off, [lift(0), lift(0)], lagrangian.form(q)))
        return end + theta(end)

    return "degenerate", None, "standard" if projected else "none", step, 0


FORMS = {"variational": variational, "partitioned": partitioned, "nystroem": nystroem, "composition": composition, "splitting": splitting,
         "multistep": multistep}


# ---- models ----

POTENTIAL = [(3, 0, 0, 0), (2, 1, 0, 0), (1, 2, 0, 0), (0, 3, 0, 0), (4, 0, 0, 0), (2, 0, 0, 0), (1, 1, 0, 0), (0, 4, 0, 0)]
KINETIC = [(0, 0, 2, 0), (0, 0, 0, 2)]
BESIDE = {"newton": [], "separable": [(0, 0, 3, 0), (0, 0, 1, 2), (0, 0, 2, 1)],
          "hamiltonian": [(1, 0, 1, 0), (0, 1, 1, 1), (1, 0, 0, 2), (0, 0, 2, 1), (2, 0, 1, 0)]}
NAMES = ["q.a", "q.b", "p.a", "p.b"]


def make_model(chance, kind):
    hamiltonian = draw(chance, POTENTIAL + KINETIC + BESIDE[kind])
    start = [fraction(chance) for _ in NAMES]
    text = """return model { title = "random", source = "random", kind = "hamiltonian", coordinates = { "a", "b" },
  hamiltonian = function (q, p) return %s end,
  initial = { default = { q = %s, p = %s } }, step = "1/100" }
""" % (write(hamiltonian, NAMES), texts(start[:2]), texts(start[2:]))
    slopes = [derive(hamiltonian, i) for i in range(4)]

    def field(z):
        return [evaluate(slopes[2], z), evaluate(slopes[3], z), -evaluate(slopes[0], z), -evaluate(slopes[1], z)]

    return text, [lift(x) for x in start], field


class Lagrangian:
    """theta(q) . q' - H(q), polynomials in two coordinates, with theta_1,2 - theta_2,1 not zero"""

    def __init__(self, chance):
        self.one_form = [draw(chance, [(0, 1), (1, 1), (0, 2)]), draw(chance, [(1, 0), (2, 0), (1, 1)])]
        self.hamiltonian = draw(chance, [(2, 0), (0, 2), (1, 1), (3, 0), (1, 2), (0, 3), (2, 1)])

    def theta(self, q):
        return [evaluate(x, q) for x in self.one_form]

    def slope(self, q):
        return [evaluate(derive(self.hamiltonian, i), q) for i in range(2)]

    def turned(self, q, v):
        """theta'(q)^T v"""
        return [sum((evaluate(derive(self.one_form[j], i), q) * v[j] for j in range(2)), lift(0)) for i in range(2)]

    def form(self, q):
        """theta' - theta'^T at h = 0"""
        d = evaluate(derive(self.one_form[0], 1), q).c[0] - evaluate(derive(self.one_form[1], 0), q).c[0]
        return [[F(0), d], [-d, F(0)]]

    def field(self, q):
        """(theta'^T - theta') q' = H'"""
        d = evaluate(derive(self.one_form[1], 0), q) - evaluate(derive(self.one_form[0], 1), q)
        h = self.slope(q)
        return [divide(h[1], d) * -1, divide(h[0], d)]


def divide(x, y):
    quotient = []
    for k in range(TERMS):
        quotient.append((x.c[k] - sum(quotient[j] * y.c[k - j] for j in range(k))) / y.c[0])
    return Series(quotient)


def make_lagrangian(chance):
    names = ["q.a", "q.b"]
    while True:
        lagrangian = Lagrangian(chance)
        start = [lift(fraction(chance)) for _ in names]
        if lagrangian.form(start)[0][1]:
            break
    text = """return model { title = "random", source = "random", kind = "degenerate", coordinates = { "a", "b" },
  theta = function (q) return { %s, %s } end,
  hamiltonian = function (q) return %s end,
  initial = { default = %s }, step = "1/100" }
""" % (write(lagrangian.one_form[0], names), write(lagrangian.one_form[1], names), write(lagrangian.hamiltonian, names),
       texts(x.c[0] for x in start))
    return text, start, lagrangian


def solve(start, field):
    """z(h): each Picard iteration makes one power more right."""
    z = start
    for _ in range(TERMS):
        z = [x + Series([F(0)] + [c / (k + 1) for k, c in enumerate(y.c)]) for x, y in zip(start, field(z))]
    return z


def find_errors(start, field, step, before):
    """errors[n - 1][i] after n steps"""
    flow = field.field if isinstance(field, Lagrangian) else field
    exact, state, errors = solve(start, flow), (None, start) if before else start, []
    for n in range(1, STEPS + 1):
        state = step(state, field)
        z = state[1] if before else state
        errors.append([x - y.stretch(n) for x, y in zip(z, exact)])
    return errors


# ---- cases ----

def compare(document, errors):
    """None, or what differs"""
    for i, quantity in enumerate(q for q in document["quantities"] if q["kind"] == "solution"):
        found = {term["power"]: term["values"] for term in quantity["expansion"]}
        for k in range(min(TERMS, quantity["known"])):
            for n in range(STEPS):
                right = errors[n][i].c[k]
                value = found[k][n] if k in found else 0.0
                if abs(value - float(right)) > 1e-12 * abs(float(right)) or (right == 0) != (value == 0):
                    return "%s, h^%d, %d steps: %r, not %r" % (quantity["quantity"], k, n + 1, value, float(right))
    return None


def try_case(forms, seed):
    """(seed, form, what differs, why there is no expansion, number of coefficients)"""
    chance = random.Random(seed)
    form = chance.choice(forms)
    kind, method, projection, step, before = FORMS[form](chance)
    model, start, field = make_lagrangian(chance) if kind == "degenerate" else make_model(chance, kind)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("method.lua", method or ""), ("model.lua", model)):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        done = subprocess.run([PROGRAM, "show", os.path.join(folder, "method.lua") if method else "gauss-1", "--on", os.path.join(folder, "model.lua"),
                               "--projection", projection, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        return seed, form, None, done.stderr.strip().rsplit(": ", 1)[-1] or "status %d" % done.returncode
    return seed, form, compare(json.loads(done.stdout), find_errors(start, field, step, before)), None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--forms", default=",".join(FORMS))
    arguments = parser.parse_args()
    forms, wrong, reasons, tried = arguments.forms.split(","), [], Counter(), Counter()
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for seed, form, differs, reason in pool.map(lambda seed: try_case(forms, seed),
                                                    range(arguments.seed, arguments.seed + arguments.count)):
            tried[form] += 1
            if reason:
                reasons["%s: %s" % (form, reason)] += 1
            elif differs:
                wrong.append("seed %d, %s: %s" % (seed, form, differs))
    for line in wrong:
        print(line)
    for reason, count in reasons.most_common():
        print("without an expansion, %d: %s" % (count, reason))
    print(", ".join("%d %s" % (tried[form], form) for form in sorted(tried)))
    print("%d methods: %d wrong, %d (%.2f %%) without an expansion"
          % (arguments.count, len(wrong), sum(reasons.values()), 100 * sum(reasons.values()) / arguments.count))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
