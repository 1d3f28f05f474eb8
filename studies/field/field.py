#!/usr/bin/env python3
"""What numerical libraries claim of their integrators, audited.

    field.py audit [LIBRARY...]     installs nothing: studies/field/deps does; writes out/field
    field.py summary FOLDER         the page and claims.csv of the reports that FOLDER has

A folder of studies/field is a library.  Its library.json says

    name, version     as they are printed; `version` is a command that prints it
    build             a command that makes the driver; optional
    driver            a shared object (docs/shared-objects.md), which offers what FIELD_INTEGRATORS names, or a command that
                      speaks docs/protocol.md, which the integrators that it is to offer follow as words
    depends           files that such a command is made of
    reproduce         a command that builds and runs the programs that show with the library alone what is refuted; optional
    claims            a list of { integrator, forms, order, convergent, symplectic, symmetric, reversible, source, separable,
                      autonomous, models, multistep, again, coarse, note }

where `forms` are the endings of the names that the driver has for the same integrator called in other ways, `source`
says where the library claims it, `separable` that the integrator asks for q' = f(p), p' = g(q), `autonomous` that the
library makes the claim for autonomous systems alone, `models` those on which it runs where it has its own, `again` that
the order is another claim on an integrator that has one already, `multistep` that it has to be started and asks for more
steps, `coarse` that its own iteration hides small errors, `convergent` what every order says, of integrators whose errors are so large that no order can be read from them, and
`note` what a reader should know where the claim does not hold, for instance the program that shows the same with the
library alone.  The models that the library brings (a driver's trait `own`) are files of its folder.  What was run is not
run again: cells are kept by assay, with the files they depend on, and what `reproduce` printed by the files of the folder
and the version.
"""

import csv
import glob
import hashlib
import html
import json
import os
import resource
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join("out", "field")
STRUCTURE = ("symplectic", "symmetric", "reversible")
PROPERTIES = ("order", "convergent") + STRUCTURE
MARKS = ("again", "coarse")
GROUPS = ("low", "middle", "high", "coarse", "again", "convergent", "structure")
COLUMNS = ("library", "version", "integrator", "claim", "source", "measured", "verdict")


def group_of(entry, key):
    if key != "order":
        return key if key == "convergent" else "structure"
    order = entry["order"]
    for mark in MARKS:
        if entry.get(mark):
            return mark
    return "low" if order <= 2 else "middle" if order <= 4 or entry.get("multistep") else "high"


def read_library(folder):
    with open(os.path.join(HERE, folder, "library.json"), encoding="utf-8") as file:
        library = json.load(file)
    library["folder"] = folder
    return library


def list_claims(library):
    """One claim a property and a form: {group, integrator, property, order, separable, source, note}."""
    claims = []
    for entry in library["claims"]:
        for form in entry.get("forms", [""]):
            for key in PROPERTIES:
                if key not in entry:
                    continue
                claims.append({"id": key + (str(entry[key]) if key == "order" else "") + "-" + entry["integrator"] + form,
                               "group": group_of(entry, key),
                               "integrator": entry["integrator"] + form, "property": key,
                               "order": str(entry.get("order", "")), "separable": entry.get("separable", False),
                               "autonomous": entry.get("autonomous", False), "models": entry.get("models", []),
                               "source": entry["source"], "note": entry.get("note", "")})
    return claims


# ---- studies --------------------------------------------------------------------------------------------------------


def lua(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "{ " + ", ".join(map(lua, value)) + " }"
    if isinstance(value, dict):
        return "{ " + ", ".join("%s = %s" % (key, lua(each)) for key, each in value.items()) + " }"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def is_shared(library):
    return library["driver"].endswith(".so")


def studies_of(claims):
    """{(integrator, group): its claims}: a study each, in which nothing of another integrator stands beside them."""
    studies = {}
    for claim in sorted(claims, key=lambda claim: GROUPS.index(claim["group"])):
        studies.setdefault((claim["integrator"], claim["group"]), []).append(claim)
    return studies


def write_study(library, version, integrator, group, claims, path):
    command = "%s %s" % (library["driver"], integrator)
    head = {"title": "%s %s, %s" % (library["name"], version, integrator), "group": group,
            "claimed": [{key: claim[key] for key in ("id", "integrator", "property", "order", "separable", "autonomous", "models", "source")}
                        for claim in claims]}
    with open(os.path.join(HERE, "field.panel"), encoding="utf-8") as file:
        panel = file.read()
    with open(path, "w", encoding="utf-8") as file:
        for key, value in head.items():
            file.write("local %s = %s\n" % (key, lua(value)))
        if is_shared(library):
            file.write("local methods = { %s }\n" % lua("./" + library["driver"]))
        else:
            file.write("local methods = { exec { cmd = %s, depends = %s } }\n" % (lua(command), lua(library["depends"])))
        file.write(panel)


def run_study(path, folder, integrator, log):
    environment = dict(os.environ, FIELD_INTEGRATORS=integrator)
    command = [os.environ.get("ASSAY", "./assay"), "run", path, "--json", "--store", os.path.join(OUT, "field.sqlite"), "--out", folder]
    with open(folder + ".part", "w", encoding="utf-8") as report:
        status = subprocess.call(command, stdout=report, stderr=log, env=environment)
    if status in (0, 1):
        os.replace(folder + ".part", folder + ".json")
    else:
        os.remove(folder + ".part")
    return status in (0, 1)


def reproduce(library, version, place, log):
    """Runs the programs that use the library alone, unless they were run as they are; keeps what they print."""
    path = os.path.join(place, "reproduce.txt")
    digest = hashlib.sha256((version + library["reproduce"]).encode())
    for each in sorted(glob.glob(os.path.join(HERE, library["folder"], "reproduce*"))):
        with open(each, "rb") as file:
            digest.update(file.read())
    mark = digest.hexdigest() + "\n"
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.readline() == mark:
                return
    answer = subprocess.run(library["reproduce"], shell=True, stdout=subprocess.PIPE, stderr=log, text=True, check=False)
    if answer.returncode != 0:
        print("field: %s: the programs of reproduce failed; see %s/log.txt" % (library["name"], place), file=sys.stderr)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(mark + answer.stdout)


def write_claims(place, library, version, claims):
    with open(os.path.join(place, "claims.json"), "w", encoding="utf-8") as file:
        json.dump({"name": library["name"], "version": version, "claims": claims}, file, indent=1)


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def build(library, place, log):
    """Builds the driver, unless it is newer than what it is made of; whether it is there."""
    target = os.path.join(place, "driver.so" if is_shared(library) else "driver")
    sources = glob.glob(os.path.join(HERE, library["folder"], "*")) + [os.path.join(HERE, "field.h")] + glob.glob("clients/c*/*.h*")
    if os.path.exists(target) and all(os.path.getmtime(each) < os.path.getmtime(target) for each in sources):
        return True
    return subprocess.call(library["build"], shell=True, stdout=log, stderr=log) == 0


def audit(folder):
    library = read_library(folder)
    place = os.path.join(OUT, folder)
    os.makedirs(place, exist_ok=True)
    for model in glob.glob(os.path.join(HERE, folder, "*.lua")):
        shutil.copy(model, place)
    began, used = time.monotonic(), spent()
    with open(os.path.join(place, "log.txt"), "w", encoding="utf-8") as log:
        if "build" in library and not build(library, place, log):
            print("field: %s: the driver cannot be built; see %s/log.txt" % (library["name"], place), file=sys.stderr)
            write_claims(place, library, "", [])
            return
        answer = subprocess.run(library["version"], shell=True, stdout=subprocess.PIPE, stderr=log, text=True, check=False)
        version = answer.stdout.strip()
        if answer.returncode != 0 or not version:
            print("field: %s is not installed; run studies/field/deps" % library["name"], file=sys.stderr)
            write_claims(place, library, "", [])
            return
        claims = list_claims(library)
        write_claims(place, library, version, claims)
        for (integrator, group), members in studies_of(claims).items():
            report = os.path.join(place, integrator + "." + group)
            write_study(library, version, integrator, group, members, report + ".lua")
            if not run_study(report + ".lua", report, integrator, log):
                print("field: %s, %s: no report; see %s/log.txt" % (library["name"], integrator, place), file=sys.stderr)
        if "reproduce" in library:
            reproduce(library, version, place, log)
    print("field: %s %s: %d claims, %.0f s, %.0f s of processor time" %
          (library["name"], version, len(claims), time.monotonic() - began, spent() - used), flush=True)


# ---- the summary ----------------------------------------------------------------------------------------------------


def measured_of(fits, claim):
    """The orders or sizes behind a claim, a model each, of the data that the verdict began with."""
    words = []
    for fit in fits:
        if fit["method"] != claim["integrator"] or fit["initial"] != "default":
            continue
        if claim["id"] not in [each["id"] for each in fit["claims"]]:
            continue
        if claim["property"] == "order":
            words.append("%s %s" % (fit["model"], "none" if fit["order"] is None else "%.2f" % fit["order"]))
        else:
            numbers = [error for error in fit["errors"] if error is not None]
            words.append("%s %.1e" % (fit["model"], numbers[-1]) if numbers else fit["model"] + " none")
    return "; ".join(words)


def reason_of(fits, claim, verdict):
    """Why a claim has a verdict other than holds, of the first model that has the same."""
    for fit in fits:
        if claim["id"] in [each["id"] for each in fit["claims"]] and fit.get("verdict") == verdict != "holds":
            return "%s: %s" % (fit["model"], fit.get("reason", ""))
    return ""


def summarise(folder):
    """The rows of a library: each claim with what was measured and the verdict; "missing" where there is no report."""
    with open(os.path.join(folder, "claims.json"), encoding="utf-8") as file:
        library = json.load(file)
    rows = []
    for (integrator, group), members in studies_of(library["claims"]).items():
        path = os.path.join(folder, integrator + "." + group)
        report = {"claims": [], "fits": []}
        if os.path.exists(path + ".json"):
            with open(path + ".json", encoding="utf-8") as file:
                report = json.load(file)
        verdicts = {claim["id"]: claim["verdict"] for claim in report["claims"]}
        for claim in members:
            rows.append({"library": library["name"], "version": library["version"], "integrator": claim["integrator"],
                         "claim": "order " + claim["order"] if claim["property"] == "order" else claim["property"],
                         "reason": reason_of(report["fits"], claim, verdicts.get(claim["id"])),
                         "source": claim["source"], "measured": measured_of(report["fits"], claim),
                         "verdict": verdicts.get(claim["id"], "missing"), "note": claim["note"],
                         "page": "%s/%s.%s/index.html" % (os.path.basename(folder), integrator, group)})
    return rows


def write_csv(rows, path):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


ABOUT = """Each row is a claim, with the place where it is made, and what was measured: of an order the slope of the errors on
each model, of a property the size of its defect. An order holds where it is seen on every model, is refuted where less is
seen from two sets of data, and is open where errors are too large or too near to round-off to tell."""

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>%(title)s</title><style>
body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em }
table { border-collapse: collapse; width: 100%% } th, td { border-bottom: 1px solid #ccc; padding: .3em .6em; text-align: left; vertical-align: top } td:last-child { overflow-wrap: anywhere }
.holds { background: #d9f0d9 } .refuted { background: #f7d4d0 } .inconclusive, .missing, .vacuous { background: #f3ecc8 }
small { color: #555 } pre { overflow-x: auto }</style></head><body><h1>%(title)s</h1><p>%(text)s</p>
%(body)s</body></html>
"""


def cells(words, tag="td"):
    return "".join("<%s>%s</%s>" % (tag, word, tag) for word in words)


def table(rows, columns=("integrator", "claim", "measured", "verdict", "source")):
    lines = ["<table><tr>" + cells(columns, "th") + "</tr>"]
    for row in rows:
        words = [html.escape(row[key]) for key in columns]
        verdict = columns.index("verdict")
        words[verdict] = '<a href="../%s">%s</a>' % (row["page"], words[verdict])
        kind = row["verdict"].replace(" ", "-")
        lines.append('<tr class="%s">%s</tr>' % (kind, cells(words)))
        remarks = "<br>".join(html.escape(row[key]) for key in ("note", "reason") if row[key])
        if row["verdict"] != "holds" and remarks:
            lines.append('<tr class="%s"><td colspan="%d"><small>%s</small></td></tr>' % (kind, len(columns), remarks))
    return "\n".join(lines + ["</table>"])


def write_page(path, title, text, body):
    with open(path, "w", encoding="utf-8") as file:
        file.write(PAGE % {"title": html.escape(title), "text": html.escape(text), "body": body})


def shown_alone(place):
    """What the programs print that use the library alone, as the end of its page."""
    path = os.path.join(place, "reproduce.txt")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        file.readline()
        words = file.read()
    return "\n<h2>The same with the library alone</h2><p>What <code>studies/field/%s/reproduce</code> prints.</p><pre>%s</pre>" % (
        os.path.basename(place), html.escape(words))


def count(rows, verdict):
    return sum(row["verdict"] == verdict for row in rows)


def summary(out):
    """Writes claims.csv, a page a library and one of the field; returns the rows."""
    every, lines = [], ["<table><tr>" + cells(("library", "version", "claims", "hold", "refuted", "open"), "th") + "</tr>"]
    for folder in sorted(os.listdir(out)):
        place = os.path.join(out, folder)
        if not os.path.exists(os.path.join(place, "claims.json")):
            continue
        rows = summarise(place)
        if not rows:
            lines.append("<tr>%s</tr>" % cells((folder, "not installed, not audited", 0, 0, 0, 0)))
            continue
        title = "%s %s" % (rows[0]["library"], rows[0]["version"])
        write_page(os.path.join(place, "index.html"), title, "What its documentation claims, and what was measured.",
                   "<p>%s</p>" % ABOUT + table(rows) + shown_alone(place))
        held, refuted = count(rows, "holds"), count(rows, "refuted")
        lines.append("<tr>%s</tr>" % cells(['<a href="%s/index.html">%s</a>' % (folder, html.escape(rows[0]["library"])),
                                            html.escape(rows[0]["version"]), len(rows), held, refuted, len(rows) - held - refuted]))
        every += rows
    write_csv(every, os.path.join(out, "claims.csv"))
    text = "%d claims hold, %d are refuted, %d are open." % (count(every, "holds"), count(every, "refuted"),
                                                             len(every) - count(every, "holds") - count(every, "refuted"))
    refuted = [row for row in every if row["verdict"] == "refuted"]
    write_page(os.path.join(out, "index.html"), "Integrators of the field", text,
               "<p>%s All claims: <a href=\"claims.csv\">claims.csv</a>.</p>" % ABOUT + "\n".join(lines) +
               "</table>\n<h2>Refuted</h2><p>Each is shown by a program with the library alone as well, at the end of the library's "
               "page.</p>\n" + table(refuted, ("library", "integrator", "claim", "measured", "verdict", "source")).replace('"../', '"'))
    print("field: " + text)
    print("page   " + os.path.join(out, "index.html"))
    return every


def main(words):
    if words[:1] == ["audit"]:
        folders = words[1:] or sorted(each for each in os.listdir(HERE) if os.path.exists(os.path.join(HERE, each, "library.json")))
        for folder in folders:
            audit(folder)
        summary(OUT)
    elif words[:1] == ["summary"] and len(words) == 2:
        summary(words[1])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
