"""The integrators of SciPy with fixed steps, for assay: one step() of the class, told by first_step and max_step how
large, with tolerances so wide that it is accepted.  Radau's Newton iteration, whose tolerance comes from these, is told
to go on to 1e-14.  dopri5 and dop853 with the ending -ode are the Fortran codes behind scipy.integrate.ode."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join("clients", "python"))
import numpy
from scipy.integrate import DOP853, RK23, RK45, Radau, ode

from assay_client import Failed, serve


def step_of(solver, tolerance=1e12):
    def step(f, t, h, z):
        state = solver(lambda t, z: numpy.array(f(t, z.tolist())), t, numpy.array(z), t + 2 * h, first_step=abs(h), max_step=abs(h),
                       rtol=1e-3, atol=tolerance)
        if solver is Radau:
            state.newton_tol = 1e-14 / tolerance
        if state.step() or state.t != t + h:
            raise Failed("the step was not made")
        return state.y.tolist()

    return step


def fortran_step_of(name):
    def step(f, t, h, z):
        state = ode(lambda t, z: f(t, z.tolist())).set_integrator(name, first_step=abs(h), max_step=abs(h), rtol=0, atol=1e12)
        state.set_initial_value(z, t)
        end = state.integrate(t + h)
        if not state.successful():
            raise Failed("the step was not made")
        return end.tolist()

    return step


STEPS = {"scipy-RK23": step_of(RK23), "scipy-RK45": step_of(RK45), "scipy-DOP853": step_of(DOP853), "scipy-Radau": step_of(Radau, 1e3),
         "scipy-dopri5-ode": fortran_step_of("dopri5"), "scipy-dop853-ode": fortran_step_of("dop853")}
serve({name: STEPS[name] for name in sys.argv[1:] or STEPS})
