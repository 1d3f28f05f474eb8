"""A code with a model of its own: the potential of Henon and Heiles, and a leapfrog that keeps positions at t and velocities
at t + h/2, as codes for galaxies and molecules do.  assay compares its accelerations with those of the model file at random
points before it audits a step, and takes the velocities from the half step and back (own, velocities, offset 1/2).

assay audit --exec "python3 examples/own_model.py" --on henon-heiles
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "clients", "python"))
from assay_client import serve


def acceleration(x, y):
    return -x - 2 * x * y, -y - x * x + y * y


def rhs(t, z):
    return [*z[2:], *acceleration(*z[:2])]


def leapfrog(f, t, h, z):
    x, y, u, v = z
    x, y = x + h * u, y + h * v
    a, b = acceleration(x, y)
    return [x, y, u + h * a, v + h * b]


serve({"own-leapfrog": leapfrog}, traits={"own-leapfrog": "velocities offset 1/2 order 2"}, own=rhs)
