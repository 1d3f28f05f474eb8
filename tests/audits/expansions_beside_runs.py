#!/usr/bin/env python3
"""Orders of runs beside those of expansions.

    tests/audits/expansions_beside_runs.py FITS.csv...

FITS.csv are data/fits.csv of reports, as `assay reproduce PAPER --out OUT` writes them.  For each order that was measured in
MPFR the order of the expansion of the same method on the same data is found (`assay show METHOD --on MODEL --json`).  Printed
are the orders that differ by more than 0.15 beyond the interval of the fit, and what has no expansion.  The exit status is 1
where one differs.
"""

import csv
import glob
import json
import os
import re
import subprocess
import sys

PROGRAM = os.environ.get("ASSAY", "./assay")
KINDS = {"solution_error": "solution", "symplectic_defect": "symplectic", "symmetry_defect": "symmetry",
         "reversibility_defect": "reversibility"}
NAMED = {"invariant_error": "observable", "constraint_error": "constraint"}


def find_model(name):
    """A model of a study's own folder as a file."""
    files = glob.glob("studies/*/models/%s.lua" % name) + glob.glob("models/*/%s.lua" % name)
    return files[0] if files else name


def expand(case, known={}):
    """The quantities of (model, data, parameters, method, projection); or a reason."""
    if case not in known:
        model, data, parameters, method, projection = case
        command = [PROGRAM, "show", method, "--on", find_model(model), "--initial", data, "--projection", projection, "--json"]
        for name, value in parameters:
            command += ["--formulation", value] if name == "formulation" else ["--param", name + "=" + value]
        done = subprocess.run(command, capture_output=True, text=True)
        known[case] = json.loads(done.stdout)["quantities"] if done.returncode == 0 else done.stderr.strip()
    return known[case]


def orders_of(quantities, measure):
    """Orders of the quantities whose largest error the measure is, None where all known powers vanish."""
    name, _, of = measure.partition(":")
    if name in KINDS and not of:
        chosen = [q for q in quantities if q["kind"] == KINDS[name]]
        names = [q["quantity"] for q in chosen]
        if name == "solution_error": # of positions: a velocity v_q is the mean of a step
            chosen = [q for q in chosen if not (q["quantity"].startswith("v_") and q["quantity"][2:] in names)]
    elif name == "energy_error":
        chosen = [q for q in quantities if q["kind"] == "observable" and q["quantity"] == "energy"]
    elif name in NAMED:
        chosen = [q for q in quantities if q["kind"] == NAMED[name] and
                  (not of or re.fullmatch(re.escape(of) + r"(-\d+|, .*)?", q["quantity"]))]
    else:
        return []
    return ["open" if q["order"] is None and q["expansion"] else q["order"] for q in chosen]


def main():
    compared = 0
    missing, different = {}, []
    for path in sys.argv[1:]:
        with open(path) as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        for row in rows:
            if not row["order"] or row["precision"] == "double":
                continue
            bracket = re.search(r"\[(.*?)\]", row["id"])
            parameters = tuple(tuple(p.split("=", 1)) for p in bracket.group(1).split(",")) if bracket else ()
            case = (row["model"], row["initial"].split("[")[0], parameters, row["method"], row["projection"])
            quantities = expand(case)
            if isinstance(quantities, str):
                missing[case] = quantities
                continue
            orders = orders_of(quantities, row["measure"])
            if not orders:
                continue
            compared += 1
            found = [order for order in orders if order is not None]
            order = "open" if "open" in found else min(found) if found else "zero"
            if not isinstance(order, int) or not float(row["low"]) - 0.15 <= order <= float(row["high"]) + 0.15:
                different.append((row["id"], order, row["order"], row["low"], row["high"]))
    for id_, order, run, low, high in different:
        print("%s: expansion %s, runs %s [%s, %s]" % (id_, order, run, low, high))
    for case, reason in missing.items():
        print("no expansion: %s: %s" % ("/".join(map(str, case)), reason))
    print("%d orders compared, %d differ; %d cases without an expansion" % (compared, len(different), len(missing)))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
