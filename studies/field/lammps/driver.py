"""The integrators of LAMMPS with constant energy, for assay: run 1 with fix nve, of one atom of mass 1 that the charge of
a second one, which stays at the origin, attracts (pair_style coul/cut), in the units lj, and a spring to the origin
(fix spring): the model trapped-kepler of this folder and no other.  assay compares the accelerations with its own first.
respa takes the force of the pair at every second of its steps only."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join("clients", "python"))

os.environ["OMPI_MCA_ess_singleton_isolated"] = "1"  # one process: Open MPI starts no daemon for it
from lammps import lammps

from assay_client import serve

SYSTEM = """units lj
atom_style charge
atom_modify map array sort 0 0
boundary f f f
region all block -20 20 -20 20 -20 20
create_box 2 all
create_atoms 1 single 0 0 0
create_atoms 2 single 1 0 0
set type 1 charge 1
set type 2 charge -1
mass * 1
pair_style coul/cut 60
pair_coeff * *
comm_modify cutoff 60
neighbor 1 bin
neigh_modify every 1 delay 0 check no
group moves type 2
fix 1 moves nve
fix 2 moves spring tether 1 0 0 0 0
thermo 1000000
run 0"""
STYLES = {"lammps-verlet": "run_style verlet", "lammps-respa": "run_style respa 2 2 pair 2"}
CODES = {}


def code_of(name):
    if name not in CODES:
        CODES[name] = lammps(cmdargs=["-screen", "none", "-log", "none"])
        CODES[name].commands_string(SYSTEM)
        CODES[name].command(STYLES[name])
        if name == "lammps-respa":
            CODES[name].command("fix_modify 2 respa 1")
    return CODES[name]


def place(code, z):
    x, v = code.numpy.extract_atom("x"), code.numpy.extract_atom("v")
    x[1, :2], v[1, :2] = z[:2], z[2:]


def step_of(name):
    def step(f, t, h, z):
        code = code_of(name)
        place(code, z)
        code.command("timestep %r" % h)
        code.command("run 1 post no")
        x, v = code.numpy.extract_atom("x"), code.numpy.extract_atom("v")
        return [*map(float, x[1, :2]), *map(float, v[1, :2])]

    return step


def own(t, z):
    code = code_of("lammps-verlet")
    place(code, z)
    code.command("run 0 post no")
    return [z[2], z[3], *map(float, code.numpy.extract_atom("f")[1, :2])]


serve({name: step_of(name) for name in sys.argv[1:] or STYLES}, traits=dict.fromkeys(STYLES, "velocities"), own=own)
