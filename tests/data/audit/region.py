"""A leapfrog near the start, and elsewhere (argument: how far, in r^2) an explicit method of the same order that is not symplectic: tests/hidden_test.sh"""
import sys
from assay_client import serve


def leap(f, t, h, z):
    n = len(z) // 2
    q = [x + h / 2 * v for x, v in zip(z, f(t, z)[:n])]
    p = [x + h * v for x, v in zip(z[n:], f(t + h / 2, q + z[n:])[n:])]
    return [x + h / 2 * v for x, v in zip(q, f(t + h, q + p)[:n])] + p


def midpoint(f, t, h, z):
    half = [x + h / 2 * k for x, k in zip(z, f(t, z))]
    return [x + h * k for x, k in zip(z, f(t + h / 2, half))]


def step(f, t, h, z):
    return (midpoint if sum(x * x for x in z[:len(z) // 2]) > float(sys.argv[1]) else leap)(f, t, h, z)


serve({"region": step}, traits={"region": "order 2"})
