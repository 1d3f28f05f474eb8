"""The molecular dynamics of ASE with constant energy, for assay: one step of run(1), with unit masses.  The coordinates of
the model are those of as many atoms as they need, three each; what is left over does not move.  The forces are p' of the
model, whose kinetic energy is |p|^2/2."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join("clients", "python"))
import numpy
from ase import Atoms
from ase.calculators.calculator import Calculator, all_changes
from ase.md.verlet import VelocityVerlet

from assay_client import Failed, serve


class Forces(Calculator):
    implemented_properties = ["energy", "forces"]

    def __init__(self, f, p):
        super().__init__()
        self.f, self.p = f, p

    def calculate(self, atoms=None, properties=("forces",), system_changes=all_changes):
        super().calculate(atoms, properties, system_changes)
        n = len(self.p)
        forces = numpy.zeros(atoms.positions.size)
        forces[:n] = self.f(0.0, atoms.positions.reshape(-1)[:n].tolist() + self.p)[n:]
        self.results = {"energy": 0.0, "forces": forces.reshape(-1, 3)}


def velocity_verlet(f, t, h, z):
    if len(z) % 2:
        raise Failed("the model has no positions and momenta")
    n = len(z) // 2
    room = numpy.zeros((2, -(-n // 3) * 3))
    room[0, :n], room[1, :n] = z[:n], z[n:]
    atoms = Atoms("H" * (room.shape[1] // 3), positions=room[0].reshape(-1, 3), masses=numpy.ones(room.shape[1] // 3))
    atoms.set_momenta(room[1].reshape(-1, 3))
    atoms.calc = Forces(f, z[n:])
    VelocityVerlet(atoms, timestep=h).run(1)
    return atoms.positions.reshape(-1)[:n].tolist() + atoms.get_momenta().reshape(-1)[:n].tolist()


serve({"ase-VelocityVerlet": velocity_verlet})
