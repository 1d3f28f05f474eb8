"""The integrators of galpy with fixed steps (those in C, with dt), for assay: an orbit in the plane of galpy's own
KeplerPotential with amplitude 1, which is the model kepler and no other.  A step takes (q, p) to the cylindrical
(R, vR, vT, phi) of galpy and back."""

import os
import sys
import warnings

sys.dont_write_bytecode = True
warnings.simplefilter("ignore")
sys.path.insert(0, os.path.join("clients", "python"))
from math import atan2, cos, hypot, sin

import numpy
from galpy.orbit import Orbit
from galpy.potential import KeplerPotential

from assay_client import Failed, serve

POTENTIAL = KeplerPotential(amp=1.0)


def step_of(method):
    def step(f, t, h, z):
        if len(z) != 4:
            raise Failed("the model is not kepler")
        x, y, u, v = z
        r, phi = hypot(x, y), atan2(y, x)
        orbit = Orbit([r, u * cos(phi) + v * sin(phi), v * cos(phi) - u * sin(phi), phi])
        orbit.integrate(numpy.array([0.0, h]), POTENTIAL, method=method, dt=h, progressbar=False)
        r, vr, vt, phi = orbit.getOrbit()[-1]
        return [float(each) for each in (r * cos(phi), r * sin(phi), vr * cos(phi) - vt * sin(phi), vr * sin(phi) + vt * cos(phi))]

    return step


STEPS = {"galpy-" + name.replace("_", "-"): step_of(name) for name in ("leapfrog_c", "symplec4_c", "symplec6_c", "rk4_c", "rk6_c")}
serve({name: STEPS[name] for name in sys.argv[1:] or STEPS})
