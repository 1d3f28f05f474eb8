"""Gauss with two stages, of order 4, its equations solved by fixed-point iteration to a tolerance: a knob.

    assay audit --exec "python3 examples/fixed_point.py {tolerance}" --knob tolerance=1e-6,1e-14 --claim order=4

With 1e-14 the order is 4; with 1e-6 the error stops falling where the tolerance is reached."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "clients", "python"))
from assay_client import Failed, serve

tolerance = float(sys.argv[1])
root = 3**0.5 / 6
c = (0.5 - root, 0.5 + root)
a = ((0.25, 0.25 - root), (0.25 + root, 0.25))


def gauss(f, t, h, z):
    slopes = [f(t, z)] * 2
    for _ in range(100):
        stages = [[x + h * sum(a_ij * k[i] for a_ij, k in zip(row, slopes)) for i, x in enumerate(z)] for row in a]
        before, slopes = slopes, f.many([(t + c_i * h, stage) for c_i, stage in zip(c, stages)])
        if h * max(abs(x - y) for k, l in zip(slopes, before) for x, y in zip(k, l)) <= tolerance:
            return [x + h * (k + l) / 2 for x, k, l in zip(z, *slopes)]
    raise Failed("the iteration does not converge")


serve({"fixed-point-gauss": gauss})
