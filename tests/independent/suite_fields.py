#!/usr/bin/env python3
"""Ten fields of the suite, drawn at random, computed again.

usage: ASSAY=./assay tests/independent/suite_fields.py [SEED [COUNT]]

A field is a method on a model.  The methods are written down here as their tableaux, in closed form, the models as their
formulas, and both are computed in decimal arithmetic of 50 digits with fixed-point iterations: nothing is shared with assay
but the step sizes.  The energy error of each run, the largest |H(x_n) - H(x_0)|, is compared with that of
`assay run studies/suite.lua` in MPFR: its fall from each step to the next is the same to 1e-6, or both are zero.  So is the
distance of the last states of two runs, with steps h and h/2, if it falls as the order that the suite has found.

Prints a line for each field, in the form of TAP, and ends with status 1 if one differs."""
import csv
import io
import os
import random
import subprocess
import sys
import tempfile
from decimal import Decimal as D, getcontext
from fractions import Fraction

getcontext().prec = 60
ZERO = D(10) ** -45


def d(text):
    value = Fraction(text)
    return D(value.numerator) / D(value.denominator)


def kepler(x):
    q1, q2, p1, p2 = x
    r3 = (q1 * q1 + q2 * q2).sqrt() ** 3
    return [p1, p2, -q1 / r3, -q2 / r3]


def kepler_energy(x):
    return (x[2] ** 2 + x[3] ** 2) / 2 - 1 / (x[0] ** 2 + x[1] ** 2).sqrt()


def henon_heiles(x):
    q1, q2, p1, p2 = x
    return [p1, p2, -q1 - 2 * q1 * q2, -q2 - q1 * q1 + q2 * q2]


def henon_heiles_energy(x):
    return sum(c * c for c in x) / 2 + x[0] ** 2 * x[1] - x[1] ** 3 / 3


MODELS = {
    "kepler": (kepler, kepler_energy, ["0.4", "0", "0", "2"]),
    "harmonic-oscillator": (lambda x: [x[1], -x[0]], lambda x: (x[0] ** 2 + x[1] ** 2) / 2, ["1", "1/2"]),
    "henon-heiles": (henon_heiles, henon_heiles_energy, ["1/10", "1/5", "3/10", "1/5"]),
}

S3, S6, S15 = D(3).sqrt(), D(6).sqrt(), D(15).sqrt()
METHODS = {
    "rk4": ([[0, 0, 0, 0], [d("1/2"), 0, 0, 0], [0, d("1/2"), 0, 0], [0, 0, 1, 0]],
            [d("1/6"), d("1/3"), d("1/3"), d("1/6")]),
    "runge-kutta:euler": ([[0]], [1]),
    "runge-kutta:gauss-1": ([[d("1/2")]], [1]),
    "runge-kutta:gauss-2": ([[d("1/4"), d("1/4") - S3 / 6], [d("1/4") + S3 / 6, d("1/4")]], [d("1/2"), d("1/2")]),
    "runge-kutta:gauss-3": ([[d("5/36"), d("2/9") - S15 / 15, d("5/36") - S15 / 30],
                             [d("5/36") + S15 / 24, d("2/9"), d("5/36") - S15 / 24],
                             [d("5/36") + S15 / 30, d("2/9") + S15 / 15, d("5/36")]],
                            [d("5/18"), d("4/9"), d("5/18")]),
    "runge-kutta:radau-iia-2": ([[d("5/12"), d("-1/12")], [d("3/4"), d("1/4")]], [d("3/4"), d("1/4")]),
    "runge-kutta:radau-iia-3": ([[(88 - 7 * S6) / 360, (296 - 169 * S6) / 1800, (-2 + 3 * S6) / 225],
                                 [(296 + 169 * S6) / 1800, (88 + 7 * S6) / 360, (-2 - 3 * S6) / 225],
                                 [(16 - S6) / 36, (16 + S6) / 36, d("1/9")]],
                                [(16 - S6) / 36, (16 + S6) / 36, d("1/9")]),
    "runge-kutta:lobatto-iiic-2": ([[d("1/2"), d("-1/2")], [d("1/2"), d("1/2")]], [d("1/2"), d("1/2")]),
    "runge-kutta:lobatto-iiic-3": ([[d("1/6"), d("-1/3"), d("1/6")], [d("1/6"), d("5/12"), d("-1/12")],
                                    [d("1/6"), d("2/3"), d("1/6")]], [d("1/6"), d("2/3"), d("1/6")]),
}


def step(field, tableau, x, h):
    """x + h sum_i b_i k_i, k_i = f(x + h sum_j a_ij k_j), iterated until nothing changes."""
    a, b = tableau
    k = [field(x) for _ in b]
    while True:
        change = D(0)
        for i, row in enumerate(a):
            new = field([x[n] + h * sum(row[j] * k[j][n] for j in range(len(b))) for n in range(len(x))])
            change = max([change] + [abs(new[n] - k[i][n]) for n in range(len(x))])
            k[i] = new
        if change < D(10) ** -56:
            return [x[n] + h * sum(b[j] * k[j][n] for j in range(len(b))) for n in range(len(x))]


def run(model, method, h, steps):
    field, energy, start = MODELS[model]
    x = [d(c) for c in start]
    first, worst = energy(x), D(0)
    for _ in range(steps):
        x = step(field, METHODS[method], x, h)
        worst = max(worst, abs(energy(x) - first))
    return worst


def table(folder, *arguments):
    assay = os.environ.get("ASSAY", "assay")
    store = os.path.join(folder, "fields.sqlite")
    done = subprocess.run([assay, *arguments, "--store", store], capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit("Bail out! " + done.stderr.strip())
    return done.stdout


def runs(folder, model, method):
    """{(step, steps): energy error}, in MPFR, of the suite."""
    only = f"{model}/default/{method}/none"
    table(folder, "run", "studies/suite.lua", "--only", only, "--out", os.path.join(folder, "out"), "--jobs", "1")
    text = table(folder, "table", "studies/suite.lua", "--only", only, "--rows", "step,steps", "--columns", "precision",
                 "--value", "energy_error", "--where", "initial=default", "--where", "status=completed", "--format", "csv")
    rows = list(csv.reader(line for line in io.StringIO(text) if not line.startswith("#")))
    bits = [i for i, name in enumerate(rows[0]) if name.isdigit()]
    best = min(bits, key=lambda i: int(rows[0][i]))  # not the repetitions, which have more
    return {(row[0], int(row[1])): d(row[best]) for row in rows[1:] if row[best]}


def differs(model, method, theirs):
    """The largest difference between the falls of the errors; None where both are zero."""
    steps = sorted(theirs, key=lambda key: -d(key[0]))
    own = [run(model, method, d(h), count) for h, count in steps]
    errors = [theirs[key] for key in steps]
    if max(own) < ZERO:
        return None if max(errors) < ZERO else D("inf")
    falls = [(own[i] / own[i + 1], errors[i] / errors[i + 1]) for i in range(len(own) - 1)]
    return max(abs((a / b).ln() / D(2).ln()) for a, b in falls)


def main():
    seed, count = (int(text) for text in (sys.argv[1:] + ["2026", "10"][len(sys.argv) - 1:]))
    drawn = random.Random(seed).sample(sorted((m, k) for m in MODELS for k in METHODS), count)
    failed = 0
    print(f"# seed {seed}\n1..{count}")
    with tempfile.TemporaryDirectory() as folder:
        for number, (model, method) in enumerate(drawn, 1):
            theirs = runs(folder, model, method)
            difference = differs(model, method, theirs) if len(theirs) >= 3 else D("inf")
            good = difference is None or difference < D("1e-6")
            failed += not good
            said = "both are zero" if difference is None else f"slopes differ by {difference:.1e}"
            print(f"{'ok' if good else 'not ok'} {number} - {method} on {model}, {len(theirs)} steps: {said}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
