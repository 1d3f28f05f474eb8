"""Gauss with two stages, of order 4, its equations solved by fixed-point iteration to a tolerance: a knob.

    assay audit --exec "python3 examples/fixed_point.py {tolerance}" --knob tolerance=1e-6,1e-14 --claim order=4

With 1e-14 the order is 4; with 1e-6 the error stops falling where the tolerance is reached."""

import os
import sys
from operator import sub

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "clients", "python"))
from assay_client import Failed, serve

tolerance = float(sys.argv[1])
root = 3**0.5 / 6


def gauss(f, t, h, z):
    k = l = f(t, z)
    for _ in range(100):
        first = [x + h * (y / 4 + (0.25 - root) * w) for x, y, w in zip(z, k, l)]
        second = [x + h * ((0.25 + root) * y + w / 4) for x, y, w in zip(z, k, l)]
        before = k + l
        k, l = f.many([(t + (0.5 - root) * h, first), (t + (0.5 + root) * h, second)])
        if abs(h) * max(map(abs, map(sub, k + l, before))) <= tolerance:
            return [x + h * (y + w) / 2 for x, y, w in zip(z, k, l)]
    raise Failed("the iteration does not converge")


serve({"fixed-point-gauss": gauss})
