"""The classical Runge-Kutta method in Python.

assay audit --exec "python3 examples/rk4.py" --claim order=4
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "clients", "python"))
from assay_client import serve


def add(z, h, k):
    return [x + h * y for x, y in zip(z, k)]


def rk4(f, t, h, z):
    k1 = f(t, z)
    k2 = f(t + h / 2, add(z, h / 2, k1))
    k3 = f(t + h / 2, add(z, h / 2, k2))
    k4 = f(t + h, add(z, h, k3))
    return [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(z, k1, k2, k3, k4)]


serve({"python-rk4": rk4})
