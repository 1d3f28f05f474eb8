"""The integrators of OpenMM that keep the energy, for assay: step(1) on the Reference platform, which computes in double,
of one particle of mass 1 in a plane, whose CustomExternalForce is the model henon-heiles and no other.  assay compares
the accelerations with its own first.  VerletIntegrator and NoseHooverIntegrator without a thermostat keep velocities of
half a step before the positions: offset -1/2.  MTSIntegrator takes the cubic part of the potential once a step and the
quadratic part twice."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join("clients", "python"))
import openmm
from openmm.mtsintegrator import MTSIntegrator

from assay_client import Failed, serve

CONTEXTS = {}


def context_of(name, make):
    if name not in CONTEXTS:
        system = openmm.System()
        system.addParticle(1)
        for group, energy in enumerate(("x^2*y - y^3/3", "(x^2 + y^2)/2")):
            force = openmm.CustomExternalForce(energy)
            force.addParticle(0, [])
            force.setForceGroup(group)
            system.addForce(force)
        CONTEXTS[name] = openmm.Context(system, make(), openmm.Platform.getPlatformByName("Reference"))
    return CONTEXTS[name]


def place(context, z):
    context.setPositions([openmm.Vec3(z[0], z[1], 0)])
    context.setVelocities([openmm.Vec3(z[2], z[3], 0)])


def state_of(context):
    state = context.getState(getPositions=True, getVelocities=True)
    q = state.getPositions()[0].value_in_unit(openmm.unit.nanometer)
    v = state.getVelocities()[0].value_in_unit(openmm.unit.nanometer / openmm.unit.picosecond)
    return [float(each) for each in (q[0], q[1], v[0], v[1])]


def step_of(name, make):
    def step(f, t, h, z):
        if h < 0:
            raise Failed("OpenMM takes no negative step")
        context = context_of(name, make)
        place(context, z)
        context.getIntegrator().setStepSize(h)
        context.getIntegrator().step(1)
        return state_of(context)

    return step


def own(t, z):
    context = context_of("own", lambda: openmm.VerletIntegrator(1))
    place(context, z)
    force = context.getState(getForces=True).getForces(asNumpy=False)[0]
    force = force.value_in_unit(openmm.unit.kilojoule_per_mole / openmm.unit.nanometer)
    return [z[2], z[3], float(force[0]), float(force[1])]


MAKERS = {
    "openmm-VerletIntegrator": lambda: openmm.VerletIntegrator(1),
    "openmm-NoseHooverIntegrator": lambda: openmm.NoseHooverIntegrator(1),
    "openmm-MTSIntegrator": lambda: MTSIntegrator(1, [(0, 1), (1, 2)]),
}
HALF = "velocities offset -1/2"
TRAITS = {"openmm-VerletIntegrator": HALF, "openmm-NoseHooverIntegrator": HALF, "openmm-MTSIntegrator": "velocities"}
serve({name: step_of(name, MAKERS[name]) for name in sys.argv[1:] or MAKERS}, traits=TRAITS, own=own)
