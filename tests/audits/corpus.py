"""Methods that do what they claim and methods that do not, for tests/audits.sh.

    corpus.py FOLDER

writes their files into FOLDER and prints a line for each: right or wrong, what it is (file, object or program), and the
arguments of assay audit.  Whether a method of exact coefficients is right is decided here by rooted trees (trees.py), not by
assay.  The same call makes the same methods.
"""
import random
import sys
from fractions import Fraction as F
from pathlib import Path

from trees import is_symmetric, is_symplectic, order

folder = Path(sys.argv[1])
chance = random.Random(20261127)
lines = {"right": [], "wrong": []}


def give(verdict, what, arguments):
    lines[verdict].append((what, arguments))


def number(x):
    return f'"{x}"' if isinstance(x, str) or F(x).denominator != 1 else str(x)


def row(x):
    return "{ " + ", ".join(map(number, x)) + " }"


def matrix(a):
    return "{ " + ", ".join(map(row, a)) + " }"


def claims_of(claims):
    return "{ " + ", ".join(f"{k} = {str(v).lower()}" for k, v in claims.items()) + " }"


def write_file(verdict, name, constructor, keys, claims, more=""):
    text = ", ".join(f"{k} = {v}" for k, v in keys.items())
    (folder / f"{name}.lua").write_text(
        f'return {constructor} {{ name = "{name}", {text}, claims = {claims_of(claims)} }}\n')
    give(verdict, "file", f"{folder}/{name}.lua{more}")


# ---- families of tableaux in fractions ----

def fraction(low, high, largest=7):
    """A fraction of a small denominator between the two."""
    while True:
        d = chance.randint(2, largest)
        x = F(chance.randint(1, 2 * d), d)
        if low < x < high:
            return x


def two_stages():
    c = fraction(F(1, 5), F(6, 5))
    return [[0, 0], [c, 0]], [1 - 1 / (2 * c), 1 / (2 * c)]


def three_stages():
    """Kutta's family of order 3: Butcher (2016), section 233."""
    while True:
        c2, c3 = fraction(F(1, 5), 1), fraction(F(1, 5), F(6, 5))
        if c2 != c3 and c2 != F(2, 3):
            b2 = (3 * c3 - 2) / (6 * c2 * (c3 - c2))
            b3 = (2 - 3 * c2) / (6 * c3 * (c3 - c2))
            a32 = 1 / (6 * b3 * c2)
            if abs(a32) < 3 and abs(b2) < 3:
                return [[0, 0, 0], [c2, 0, 0], [c3 - a32, a32, 0]], [1 - b2 - b3, b2, b3]


def four_stages():
    """Kutta's family of order 4: Butcher (2016), section 235; here solved from its conditions."""
    while True:
        c2, c3 = fraction(F(1, 5), F(4, 5)), fraction(F(1, 5), F(9, 10))
        if c2 == c3 or 2 * c2 == 1 or c3 == 1 or 6 * c2 * c3 - 4 * (c2 + c3) + 3 == 0:
            continue
        b = [F(1, 2) + (1 - 2 * (c2 + c3)) / (12 * c2 * c3), (2 * c3 - 1) / (12 * c2 * (c3 - c2) * (1 - c2)),
             (1 - 2 * c2) / (12 * c3 * (c3 - c2) * (1 - c3)), F(1, 2) + (2 * (c2 + c3) - 3) / (12 * (1 - c2) * (1 - c3))]
        if 0 in b:
            continue
        a43 = b[2] * (1 - c3) / b[3]                        # sum_i b_i a_ij = b_j (1 - c_j) for j = 3,
        a32 = F(1, 24) / (b[3] * a43 * c2)                  # b_4 a_43 a_32 c_2 = 1/24,
        a42 = (b[1] * (1 - c2) - b[2] * a32) / b[3]         # and for j = 2
        a = [[0] * 4, [c2, 0, 0, 0], [c3 - a32, a32, 0, 0], [1 - a42 - a43, a42, a43, 0]]
        if max(abs(x) for r in a + [b] for x in r) < 4:
            return a, b


def collocation(s):
    """A_ij, b_j: integrals of the Lagrange polynomials of random nodes, from 0 to c_i and to 1."""
    c = sorted(chance.sample([F(k, 12) for k in range(13)], s))

    def integral(j, end):
        polynomial = [F(1)]
        for k in range(s):
            if k != j:
                shifted = [F(0)] + polynomial
                polynomial = [(x - c[k] * y) / (c[j] - c[k]) for x, y in zip(shifted, polynomial + [F(0)])]
        return sum(p * end ** (n + 1) / (n + 1) for n, p in enumerate(polynomial))

    return [[integral(j, x) for j in range(s)] for x in c], [integral(j, F(1)) for j in range(s)]


def midpoints(b):
    """Steps of the midpoint rule of lengths b_i, one after the other: a diagonally implicit symplectic tableau."""
    return [[b[j] if j < i else F(b[i]) / 2 if j == i else F(0) for j in range(len(b))] for i in range(len(b))], b


def lengths(s):
    """A palindrome of s lengths whose sum is 1."""
    half = [fraction(F(1, 6), F(1, 2)) for _ in range(s // 2)]
    return half + [1 - 2 * sum(half)] + half[::-1]


EXPLICIT = [two_stages, three_stages, four_stages]


def explicit():
    a, b = chance.choice(EXPLICIT)()
    return a, b, order(a, b)


def spoilt(a, b, p, digit):
    """A copy with one coefficient off in its digit-th place, of order less than p."""
    while True:
        a2, b2 = [list(r) for r in a], list(b)
        where = chance.choice([(r, j) for r in a2 + [b2] for j in range(len(b)) if r[j]])
        where[0][where[1]] *= 1 + F(chance.choice([-1, 1]) * chance.randint(2, 8), 10 ** digit)
        if order(a2, b2) < p:
            return a2, b2


def exchanged(a, b, p):
    """A copy with two coefficients exchanged, or one with the other sign, of order less than p."""
    while True:
        a2, b2 = [list(r) for r in a], list(b)
        places = [(r, j) for r in a2 + [b2] for j in range(len(b)) if r[j]]
        (r, i), (q, j) = chance.sample(places, 2) if len(places) > 1 else places * 2
        if chance.random() < 0.5:
            r[i] = -r[i]
        else:
            r[i], q[j] = q[j], r[i]
        if order(a2, b2) < p:
            return a2, b2


# ---- files ----

def tableau_files(count):
    for n in range(count):
        a, b, p = explicit()
        write_file("right", f"explicit-{n}", "tableau", {"a": matrix(a), "b": row(b)}, {"order": p})
        a, b, p = explicit()
        a2, b2 = spoilt(a, b, p, chance.choice([2, 4, 7, 10, 13, 17, 22, 30])) if n % 2 else exchanged(a, b, p)
        write_file("wrong", f"spoilt-{n}", "tableau", {"a": matrix(a2), "b": row(b2)}, {"order": p})
    for n in range(count // 2):
        a, b = collocation(chance.choice([2, 3]))
        p = order(a, b)
        write_file("right", f"collocation-{n}", "tableau", {"a": matrix(a), "b": row(b)}, {"order": p})
        a, b = collocation(chance.choice([2, 3]))
        write_file("wrong", f"too-high-{n}", "tableau", {"a": matrix(a), "b": row(b)}, {"order": order(a, b) + 1})
    for n in range(count // 2):
        a, b = midpoints(lengths(chance.choice([3, 5])))
        assert is_symplectic(a, b) and is_symmetric(a, b)
        write_file("right", f"midpoints-{n}", "tableau", {"a": matrix(a), "b": row(b)},
                   {"order": order(a, b), "symplectic": True, "symmetric": True})
        a, b = spoilt(a, b, 3, chance.choice([3, 9, 15, 21]))
        assert not is_symplectic(a, b)
        write_file("wrong", f"not-symplectic-{n}", "tableau", {"a": matrix(a), "b": row(b)}, {"symplectic": True})


def suzuki(pairs, power=3):
    """Steps of lengths z (twice `pairs` of them) around one of 1 - 2 pairs z: Suzuki (1990)."""
    z = f'"1/({2 * pairs} - exp(log({2 * pairs})/{power}))"'
    return "{ " + ", ".join([z] * pairs + [f'"1" - {2 * pairs}*{z}'] + [z] * pairs) + " }"


def composition_files(count):
    bases = ["runge-kutta:gauss-1", "rattle", "runge-kutta:lobatto-iiid-2", "index-one:gauss-1"]
    for n in range(count):
        base = bases[n % len(bases)]
        pairs = 1 + n // len(bases) % 3
        # Where there are holonomic constraints as well, index-one methods leave them, and are not symplectic.
        exact = {} if base.startswith("index-one") else {"symplectic": True}
        write_file("right", f"suzuki-{n}", "composition", {"base": f'"{base}"', "coefficients": suzuki(pairs)},
                   {"order": 4, "symmetric": True, **exact})
        write_file("wrong", f"suzuki-power-{n}", "composition",
                   {"base": f'"{base}"', "coefficients": suzuki(pairs, chance.choice([2, 4, 5]))}, {"order": 4})


def splitting_files(count):
    for n in range(count):
        a = fraction(F(1, 8), F(1, 2), 9)
        first = chance.choice(["drift", "kick"])
        second = "kick" if first == "drift" else "drift"
        write_file("right", f"splitting-{n}", "splitting", {first: row([a, 1 - 2 * a, a]), second: row([F(1, 2)] * 2)},
                   {"order": 2, "symplectic": True, "symmetric": True})
        b = a + F(1, 10 ** chance.choice([2, 6, 11, 18]))
        write_file("wrong", f"lopsided-{n}", "splitting", {first: row([a, 1 - a - b, b]), second: row([F(1, 2)] * 2)},
                   chance.choice([{"order": 2}, {"symmetric": True}]))


def adams(k, implicit):
    """The weights of the formula of k values, the oldest first: integrals over the last step."""
    c = [F(j) for j in range(1 - k + implicit, 1 + implicit)]
    weights = []
    for j in range(k):
        polynomial = [F(1)]
        for i in range(k):
            if i != j:
                shifted = [F(0)] + polynomial
                polynomial = [(x - c[i] * y) / (c[j] - c[i]) for x, y in zip(shifted, polynomial + [F(0)])]
        weights.append(sum(p / (n + 1) for n, p in enumerate(polynomial)))
    return weights if implicit else weights + [F(0)]


def multistep_files():
    for k in range(2, 6):
        for implicit in (False, True):
            beta = adams(k, implicit)
            alpha = [0] * (len(beta) - 2) + [-1, 1]
            name = f"{'moulton' if implicit else 'bashforth'}-{k}"
            keys = {"alpha": row(alpha), "beta": row(beta), "starter": '"rk4"'}
            write_file("right", name, "multistep", keys, {"order": k})
            j = chance.randrange(k)
            beta[j] += F(1, 10 ** chance.choice([3, 8, 14]))
            write_file("wrong", f"{name}-spoilt", "multistep", {**keys, "beta": row(beta)}, {"order": k})


def nystroem_files(count):
    """abar = A^2, bbar = b A: a Runge-Kutta method written for q'' = f(t, q)."""
    for n in range(count):
        a, b, p = explicit()
        s = range(len(b))
        c = [sum(r) for r in a]
        abar = [[sum(a[i][k] * a[k][j] for k in s) for j in s] for i in s]
        bbar = [sum(b[k] * a[k][j] for k in s) for j in s]
        keys = {"abar": matrix(abar), "bbar": row(bbar), "b": row(b), "c": row(c)}
        write_file("right", f"nystroem-{n}", "tableau", keys, {"order": p})
        bbar[0] += F(1, 10 ** chance.choice([2, 5, 9, 16]))
        if p > 1:
            write_file("wrong", f"nystroem-spoilt-{n}", "tableau", {**keys, "bbar": row(bbar)}, {"order": p})


# ---- shared objects and programs ----

OBJECT = """#include "assay_method.h"
static int X(step)(const struct X(assay_call) *call, real *z)
{
    static const long a[S][S][2] = A, b[S][2] = B, c[S][2] = C;
    const size_t d = call->dimension;
    real *k = call->work, *x = k + S * d, *t = x + d, *w = t + 1;

    for (int i = 0; i < S; i++) {
        for (size_t m = 0; m < d; m++)
            real_set(x + m, z + m);
        for (int j = 0; j < i; j++) {
            real_ratio(w, a[i][j][0], a[i][j][1]);
            real_multiply(w, w, call->h);
            for (size_t m = 0; m < d; m++)
                real_add_product(x + m, w, k + j * d + m);
        }
        real_ratio(w, c[i][0], c[i][1]);
        real_multiply(w, w, call->h);
        real_add(t, call->t, w);
        call->rhs(call, 1, t, x, k + i * d);
    }
    for (int i = 0; i < S; i++) {
        real_ratio(w, b[i][0], b[i][1]);
        real_multiply(w, w, call->h);
        for (size_t m = 0; m < d; m++)
            real_add_product(z + m, w, k + i * d + m);
    }
    return 0;
}
ASSAY_METHODS({"NAME", X(step), .vectors = S + 3})
"""
TWICE = """#ifdef ASSAY_ONCE_MORE
#include "NAME.c"
#endif
"""


def pair(x):
    return f"{{{F(x).numerator}, {F(x).denominator}}}"


def pairs(x):
    return "{" + ", ".join(map(pair, x)) + "}"


def object_of(verdict, name, a, b, claim, twice):
    """An explicit method as a shared object, in double alone or in MPFR as well."""
    text = OBJECT + (TWICE if twice else "")
    for word, value in (("NAME", name), ("A,", "{" + ", ".join(map(pairs, a)) + "},"), ("B,", pairs(b) + ","),
                        ("C;", pairs([sum(r) for r in a]) + ";")):
        text = text.replace("= " + word if word[0] in "ABC" else word, "= " + value if word[0] in "ABC" else value)
    (folder / f"{name}.c").write_text(f"#define S {len(b)}\n" + text if not twice else
                                      f"#ifndef S\n#define S {len(b)}\n#endif\n" + text)
    give(verdict, "object", f"{folder}/{name}.so {claim}")


def objects(count):
    for n in range(count):
        a, b, p = explicit()
        object_of("right", f"object-{n}", a, b, f"--claim order={p}", n % 3 == 0)
        a, b, p = explicit()
        a, b = spoilt(a, b, p, chance.choice([2, 3, 4])) if n % 2 else exchanged(a, b, p)
        object_of("wrong", f"object-wrong-{n}", a, b, f"--claim order={p}", n % 3 == 0)
    for n in range(count // 6):
        a, b, p = explicit()
        object_of("wrong", f"object-claims-{n}", a, b, f"--claim {chance.choice(['symplectic', 'symmetric'])}", n % 2 == 0)
        a, b, p = explicit()
        object_of("wrong", f"object-above-{n}", a, b, f"--claim order={p + 1}", n % 2 == 0)


def floats(x):
    return " ".join(f"{float(v):.17g}" for v in x)


def programs(count):
    """Of tests/data/audit/steppers.c, which takes the coefficients as arguments."""
    stepper = f"{folder}/steppers"
    for n in range(count):
        a, b, p = explicit()
        numbers = " ".join(floats(r) for r in a + [b])
        give("right", "program", f"--exec '{stepper} explicit {len(b)} {numbers}' --claim order={p}")
        a, b, p = explicit()
        a, b = spoilt(a, b, p, chance.choice([2, 3, 4])) if n % 2 else exchanged(a, b, p)
        numbers = " ".join(floats(r) for r in a + [b])
        give("wrong", "program", f"--exec '{stepper} explicit {len(b)} {numbers}' --claim order={p}")
    for n in range(count // 2):
        z = lengths(chance.choice([1, 3]))
        give("right", "program", f"--exec '{stepper} midpoints {len(z)} {floats(z)}' --claim order=2 --claim symmetric"
             " --claim symplectic")
        z[0], z[-1] = z[0] + F(1, 8), z[-1] - F(1, 8)
        if len(z) > 1:
            give("wrong", "program", f"--exec '{stepper} midpoints {len(z)} {floats(z)}' --claim symmetric")
        else:
            give("wrong", "program", f"--exec '{stepper} averages 1 1' --claim symplectic")
    give("right", "program", f"--exec '{stepper} averages 1 1' --claim energy --claim order=2")
    give("wrong", "program", f"--exec '{stepper} midpoints 1 1' --claim energy")


tableau_files(20)
composition_files(12)
splitting_files(10)
multistep_files()
nystroem_files(10)
objects(36)
programs(18)
for verdict in lines:
    for what, arguments in lines[verdict]:
        print(verdict, what, arguments)
