#!/usr/bin/env python3
"""Orders by expansions of random methods on random models, beside their orders by rooted trees.

    tests/audits/random_orders.py [--count N] [--seed S] [--jobs J]

A method is a tableau of exact fractions: explicit with two or three stages (Kutta's families), collocation on random nodes,
midpoint steps of random lengths, a random diagonally implicit or full matrix; half of them with one coefficient off in its
2nd to 40th digit.  A model is a random smooth Hamiltonian of two degrees of freedom.  The order of the expansion
(`assay show METHOD --on MODEL --json`, the least of all coordinates) must be that of trees.py; where it is higher, another
model is asked.  The last line has the number of wrong orders and the share without an expansion; the exit status is 1 where
an order is wrong.
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

from trees import order

PROGRAM = os.environ.get("ASSAY", "./assay")
MOST = 6
MODELS = 3


def fraction(chance, low, high):
    while True:
        d = chance.randint(2, 9)
        x = F(chance.randint(-2 * d, 2 * d), d)
        if low < x < high and x != 0:
            return x


def explicit(chance):
    c = fraction(chance, F(1, 5), F(6, 5))
    if chance.random() < 0.5:
        return [[0, 0], [c, 0]], [1 - 1 / (2 * c), 1 / (2 * c)]
    while True:
        c2, c3 = fraction(chance, F(1, 5), F(6, 5)), fraction(chance, F(1, 5), F(6, 5))
        if c2 != c3 and c2 != F(2, 3) and c3 != 0:
            b2, b3 = (3 * c3 - 2) / (6 * c2 * (c3 - c2)), (2 - 3 * c2) / (6 * c3 * (c3 - c2))
            a32 = 1 / (6 * b3 * c2)
            return [[0, 0, 0], [c2, 0, 0], [c3 - a32, a32, 0]], [1 - b2 - b3, b2, b3]


def collocation(chance):
    s = chance.randint(1, 3)
    c = sorted(chance.sample([F(k, 12) for k in range(13)], s))

    def integral(j, end):
        polynomial = [F(1)]
        for k in range(s):
            if k != j:
                polynomial = [(x - c[k] * y) / (c[j] - c[k]) for x, y in zip([F(0)] + polynomial, polynomial + [F(0)])]
        return sum(p * end ** (n + 1) / (n + 1) for n, p in enumerate(polynomial))

    return [[integral(j, x) for j in range(s)] for x in c], [integral(j, F(1)) for j in range(s)]


def midpoints(chance):
    half = [fraction(chance, F(1, 6), F(1, 2)) for _ in range(chance.randint(1, 2))]
    b = half + [1 - 2 * sum(half)] + half[::-1] if chance.random() < 0.5 else half + [1 - sum(half)]
    return [[b[j] if j < i else b[i] / 2 if j == i else F(0) for j in range(len(b))] for i in range(len(b))], b


def matrices(chance):
    s = chance.randint(1, 3)
    full = chance.random() < 0.5
    a = [[fraction(chance, -1, 1) if full or j <= i else F(0) for j in range(s)] for i in range(s)]
    b = [fraction(chance, -1, 1) for _ in range(s - 1)]
    return a, b + [1 - sum(b)]


FORMS = [explicit, collocation, midpoints, matrices]


def make_method(chance):
    form = chance.choice(FORMS)
    a, b = form(chance)
    a, b = [list(map(F, row)) for row in a], list(map(F, b))
    name = form.__name__
    if chance.random() < 0.5:
        places = [(row, j) for row in a + [b] for j in range(len(b)) if row[j]]
        row, j = chance.choice(places)
        digit = chance.randint(2, 40)
        row[j] += F(chance.choice([-1, 1]) * chance.randint(1, 9), 10 ** digit)
        name += " off in digit %d" % digit
    return name, a, b


def text_of(x):
    return '"%s"' % x if x.denominator != 1 else str(x.numerator)


def write_method(path, a, b):
    rows = ", ".join("{ " + ", ".join(map(text_of, row)) + " }" for row in a)
    with open(path, "w") as file:
        file.write('return tableau { name = "random", a = { %s }, b = { %s } }\n' % (rows, ", ".join(map(text_of, b))))


def write_model(path, chance):
    """T(p) + V(q) + terms of both, all derivatives of which exist and are not zero."""
    numbers = [text_of(fraction(chance, -1, 1)) for _ in range(9)]
    start = [text_of(fraction(chance, -1, 1)) for _ in range(4)]
    with open(path, "w") as file:
        file.write("""return model { title = "random", source = "random", kind = "hamiltonian", coordinates = { "a", "b" },
  hamiltonian = function (q, p)
    return (p.a^2 + p.b^2)/2 + %s*p.a*p.b + %s*cos(q.a) + %s*sin(q.b) + %s*q.a*q.b + %s*exp(q.a - q.b)
           + %s*p.a^3*q.b + %s*p.b^2*q.a + %s*sin(p.a)*q.b^2 + %s*p.b*cos(q.a + p.a)
  end,
  initial = { default = { q = { %s, %s }, p = { %s, %s } } }, step = "1/100" }
""" % tuple(numbers + start))


def expand(method, model):
    """The order by the expansion: a number, "zero" or "open"; else why there is none."""
    done = subprocess.run([PROGRAM, "show", method, "--on", model, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        return None, done.stderr.strip().rsplit(": ", 1)[-1] or "status %d" % done.returncode
    orders = []
    for quantity in json.loads(done.stdout)["quantities"]:
        if quantity["kind"] == "solution":
            if quantity["order"] is None and quantity["expansion"]:
                return "open", None
            if quantity["order"] is not None:
                orders.append(quantity["order"])
    return min(orders) if orders else "zero", None


def try_case(seed):
    """(what, order by trees, order by the expansion, reason of none)"""
    chance = random.Random(seed)
    name, a, b = make_method(chance)
    expected = order(a, b, MOST)
    found = reason = None
    with tempfile.TemporaryDirectory() as folder:
        method = os.path.join(folder, "method.lua")
        write_method(method, a, b)
        for k in range(MODELS):
            model = os.path.join(folder, "model.lua")
            write_model(model, chance)
            found, reason = expand(method, model)
            # Coincidences of one model alone
            if found is None or not isinstance(found, int) or found <= expected:
                break
    return seed, name, expected, found, reason


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    wrong, opened, reasons, orders = [], 0, Counter(), Counter()
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for seed, name, expected, found, reason in pool.map(try_case, seeds):
            orders[expected] += 1
            if reason:
                reasons[reason] += 1
            elif found == "open":
                opened += 1
            elif not (found == expected or expected == MOST and (found == "zero" or found > MOST)):
                wrong.append((seed, name, expected, found))
    for seed, name, expected, found in wrong:
        print("seed %d, %s: order %s by trees, %s by the expansion" % (seed, name, expected, found))
    for reason, count in reasons.most_common():
        print("without an expansion, %d: %s" % (count, reason))
    print("by trees: " + ", ".join("%d of order %d" % (orders[p], p) for p in sorted(orders)))
    print("%d methods: %d orders wrong, %d open, %d (%.2f %%) without an expansion"
          % (len(seeds), len(wrong), opened, sum(reasons.values()), 100 * sum(reasons.values()) / len(seeds)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
