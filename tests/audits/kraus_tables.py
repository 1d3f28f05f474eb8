#!/usr/bin/env python3
"""Tables 2 and 3 of Kraus (2017), section 5.5, from expansions alone, beside the paper's numbers and those of runs.

    tests/audits/kraus_tables.py [--jobs N] [--methods PATTERN] FOLDER

FOLDER holds the tables of runs as CSV: `assay reproduce kraus2017 --out OUT` writes OUT/convergence/tables.  An order of an
expansion is that of `assay show METHOD --on MODEL --projection P --json`, the least one of all coordinates for the
solution.  Printed are the two tables with the order of the expansion, of the paper and of the runs in each place, then where
these differ, then the time.  The exit status is 1 where an expansion contradicts runs.
"""

import argparse
import csv
import fnmatch
import json
import os
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

PROGRAM = os.environ.get("ASSAY", "./assay")
TABLES = [("table2", "energy_error", "energy"), ("table3", "invariant_error:angular-momentum", "angular-momentum"),
          ("solution", "solution_error", None), ("lotka-volterra-energy", "energy_error", "energy"),
          ("lotka-volterra-solution", "solution_error", None)]
PROJECTIONS = ["none", "standard", "symmetric", "symplectic", "midpoint"]


def expand(case):
    """{quantity: order} of (model, data, method, projection); "zero to h^K" where all known powers vanish; or a reason."""
    model, data, method, projection = case
    done = subprocess.run([PROGRAM, "show", method, "--on", model, "--initial", data, "--projection", projection, "--json"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr.strip().split(": ", 1)[-1]
    orders = {}
    for quantity in json.loads(done.stdout)["quantities"]:
        order = quantity["order"]
        if order is None:
            order = "open" if quantity["expansion"] else "zero to h^%d" % (quantity["known"] - 1)
        orders[quantity["quantity"]] = order
    return orders


def order_of(orders, quantity, coordinates):
    if isinstance(orders, str):
        return "-"
    if quantity is not None:
        return orders[quantity]
    found = [orders[name] for name in coordinates]
    if "open" in found:
        return "open"
    numbers = [order for order in found if isinstance(order, int)]
    return min(numbers) if numbers else found[0]


def is_explained(order, run):
    """All powers that are known vanish, and runs have an order beyond them."""
    return isinstance(order, str) and order.startswith("zero") and float(run) > int(order.split("^")[1]) - 1.2


def read(folder, methods):
    """Of each table, {(model, data, method, projection): row}."""
    tables = {}
    for name, _, _ in TABLES:
        with open(os.path.join(folder, name + ".csv")) as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            tables[name] = {(row["model"], row["initial"], row["method"], row["projection"]): row for row in rows
                            if row["status"] != "not-applicable" and fnmatch.fnmatch(row["method"], methods)}
    return tables


COORDINATES = {"point-vortices": ["x1", "y1", "x2", "y2"], "lotka-volterra": ["q1", "q2"]}


def measured(row):
    return "%.2f" % float(row["order"]) if row["order"] else row["status"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--methods", default="*")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    tables = read(arguments.folder, arguments.methods)
    cases = sorted({case for rows in tables.values() for case in rows})
    cases = sorted(set(cases) | {("point-vortices", "half", method, projection)
                                 for model, _, method, projection in cases if model == "point-vortices"})
    started = time.time()
    with ThreadPoolExecutor(arguments.jobs) as pool:
        found = dict(zip(cases, pool.map(expand, cases)))
    wall = time.time() - started
    differences = []
    for name, measure, quantity in TABLES:
        rows = tables[name]
        print("%s: %s; expansion/paper/runs" % (name, measure))
        print("  %-26s" % "" + "".join("%-20s" % p for p in PROJECTIONS))
        for data in ["default", "half"]:
            methods = []
            for key in rows:
                if key[2] not in methods and ((key[0], data) in {c[:2] for c in cases}):
                    methods.append(key[2])
            for method in methods:
                model = next(iter(rows))[0]
                line = "  %-26s" % (method + ("" if data == "default" else ":half"))
                for projection in PROJECTIONS:
                    case = (model, data, method, projection)
                    if case not in found:
                        line += "%-20s" % "-"
                        continue
                    order = order_of(found[case], quantity, COORDINATES[model])
                    row = rows.get(case, {"claimed": "", "order": "", "status": "-"})
                    paper = row["claimed"] or rows.get((model, "default", method, projection), row)["claimed"] or "."
                    line += "%-20s" % "/".join([str(order), paper, measured(row)])
                    default = rows.get((model, "default", method, projection), row)
                    run = row if row["order"] else default
                    if run["order"] and is_explained(order, run["order"]):
                        continue
                    if run["order"] and (not isinstance(order, int) or abs(float(run["order"]) - order) > 0.15):
                        differences.append((name, case, order, measured(run), run["low"], run["high"]))
                    elif not run["order"]:
                        differences.append((name, case, order, run["status"], "", ""))
                print(line.rstrip())
        print()
    print("expansions that differ from runs:")
    for difference in differences:
        print("  %s %s: expansion %s, runs %s [%s, %s]" % (difference[0], "/".join(difference[1]), *difference[2:]))
    for case, orders in found.items():
        if isinstance(orders, str):
            print("  no expansion: %s: %s" % ("/".join(case), orders))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("%d expansions in %.0f s, %.0f s of processor time" % (len(cases), wall, used.ru_utime + used.ru_stime))
    return 1 if any(difference[4] for difference in differences) else 0


if __name__ == "__main__":
    sys.exit(main())
