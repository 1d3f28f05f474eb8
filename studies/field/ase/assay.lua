-- What ASE says of its molecular dynamics with constant energy.  It is made for q' = p, p' = f(q).
--
--     assay gate studies/field/ase
return study {
  title   = "ASE 3.22: VelocityVerlet",
  methods = { exec { cmd = "/usr/bin/python3 studies/field/ase/driver.py", depends = { "studies/field/ase/driver.py" } } },
  claims  = {
    claim { method = "ase-VelocityVerlet", on = { "kepler", "henon-heiles" }, order = 2, symplectic = true, symmetric = true,
            reversible = true, source = "ASE 3.22.1 manual, doc/ase/md.rst, Constant NVE simulations: \"velocity Verlet dynamics\"" },
  },
}
