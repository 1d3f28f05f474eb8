"""Results of assay in Python: a store or a document as records, or as frames of pandas if that is installed.

    from assay_results import read

    results = read("assay.sqlite")          # or report.json, or what `assay report STUDY --json` prints
    results.fits[0]["order"]                # lists of dictionaries, with the keys of docs/json.md and "study"
    results.frame("points")                 # cells, fits, points or claims as a DataFrame

    from assay_results import gate

    outcome = gate("assay.lua")             # runs `assay gate assay.lua --json`
    [check for check in outcome["checks"] if check["state"] != "as expected"]

`points` has one row for each step of each fit.  A step is an exact string, and `h` its value as a float.
"""

import json
import os
import sqlite3
import subprocess
from fractions import Fraction

LISTS = ("cells", "fits", "claims")


class Results:
    def __init__(self, documents):
        """Of documents of studies, as `assay report --json` prints them."""
        self.documents = documents
        for name in LISTS:
            setattr(self, name, [dict(row, study=document["study"]) for document in documents for row in document[name]])

    @property
    def points(self):
        rows = []
        for fit in self.fits:
            columns = [fit.get(key) or [None] * len(fit["step_sizes"]) for key in ("step_sizes", "errors", "used", "floors")]
            for step, error, used, floor in zip(*columns):
                rows.append({"study": fit["study"], "fit": fit["id"], "model": fit["model"], "initial": fit["initial"],
                             "method": fit["method"], "projection": fit["projection"], "precision": fit["precision"],
                             "measure": fit["measure"], "step": step, "h": float(Fraction(step)),
                             "error": None if error is None else float(error), "used": used,
                             "floor": fit.get("floor") if floor is None else floor})
        return rows

    def frame(self, name):
        """One of cells, fits, points and claims as a DataFrame; measures and costs are columns."""
        import pandas

        frame = pandas.json_normalize(getattr(self, name))
        return frame.rename(columns=lambda column: column.replace("measures.", "").replace("cost.", "cost_"))


def _is_store(path):
    with open(path, "rb") as file:
        return file.read(15) == b"SQLite format 3"


def read(path):
    """The results in a store, or in a file of JSON with one or several studies."""
    if _is_store(path):
        store = sqlite3.connect("file:%s?mode=ro" % os.path.abspath(path).replace("?", "%3f").replace("#", "%23"), uri=True)
        try:
            documents = [json.loads(text) for (text,) in store.execute("SELECT document FROM report ORDER BY study")]
        finally:
            store.close()
        return Results(documents)
    with open(path, encoding="utf-8") as file:
        whole = json.load(file)
    if isinstance(whole, dict):
        whole = whole.get("studies", [whole])
    if not all(isinstance(each, dict) and all(name in each for name in LISTS) for each in whole):
        raise ValueError("%s has no results; give a store, a report.json, or what assay report --json prints" % path)
    return Results(whole)


def gate(*studies, program=None, options=()):
    """The document that `assay gate STUDY... --json` prints; its "checks" are claims and fits.  `program` is assay, or what
    $ASSAY names.  Raises RuntimeError with the line that assay prints if its input cannot be used."""
    command = [program or os.environ.get("ASSAY", "assay"), "gate", *studies, "--json", *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1, 3) or not done.stdout:
        raise RuntimeError(done.stderr.strip().split("\n")[-1] or "%s ended with %d" % (command[0], done.returncode))
    return json.loads(done.stdout)
