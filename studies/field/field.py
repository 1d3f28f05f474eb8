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
    about             what a reader of the page should know of how the library was called; optional
    calls             what the endings of names mean, of integrators that are called in several ways; optional
    claims            a list of { integrator, forms, order, convergent, symplectic, symmetric, reversible, source, separable,
                      autonomous, models, multistep, again, coarse, slow, note }

where `forms` are the endings of the names that the driver has for the same integrator called in other ways, `source`
says where the library claims it, `separable` that the integrator asks for q' = f(p), p' = g(q), `autonomous` that the
library makes the claim for autonomous systems alone, `models` those on which it runs where it has its own, `again` that
the order is another claim on an integrator that has one already, `multistep` that it has to be started and asks for more
steps, `coarse` that its own iteration or its rounded coefficients hide small errors, `slow` that a step takes
milliseconds, `convergent` what every order says, of integrators whose errors are so large that no order can be read from
them, and `note` what a reader should know, for instance the program that shows the same with the library alone.  The
models that the library brings (a driver's trait `own`) are files of its folder.  What was run is not run again: cells are
kept by assay in the store of the library, with the files they depend on, and what `reproduce` printed by the files of the
folder and the version.  A library is audited by one field.py at a time, and as many studies run at once as there are
processors, each in one process at a time: a program waits less where its processor does not change.
"""

import fcntl
import glob
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
import pages

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join("out", "field")
STUDIES = ThreadPoolExecutor(os.cpu_count() or 1)
STRUCTURE = ("symplectic", "symmetric", "reversible")
PROPERTIES = ("order", "convergent") + STRUCTURE
MARKS = ("again", "coarse", "slow")
GROUPS = ("low", "middle", "high", "highest", "coarse", "slow", "again", "convergent", "structure")


# How a model that a first look leaves open is looked at again, until it is decided: field.panel.  Where errors at the finest
# step have not reached round-off, steps are made finer; then they are shifted, on both sets of data; then both.  Where
# not even three steps have an error that may be in an order, they are made finer by far.  Where runs end in numbers that
# are none, however small the steps, a few of the smallest say by how much they miss.
FINER = [{"finer": 8}]
SHIFTED = [{"other": other, "stretch": stretch} for stretch in ([1, 1], [5, 4], [3, 2], [7, 4], [2, 1]) for other in (False, True)
           if other or stretch != [1, 1]]
BOTH = [{"stretch": stretch, "finer": 2} for stretch in ([7, 4], [2, 1])]
FAR = [{"finer": 64}]
FEW = [{"few": True}]
LARGE = 1e-2


def group_of(entry, key):
    if key != "order":
        return key if key == "convergent" else "structure"
    order = entry["order"]
    for mark in MARKS:
        if entry.get(mark):
            return mark
    return "low" if order <= 2 else "middle" if order <= 4 or entry.get("multistep") else "high" if order <= 7 else "highest"


def read_library(folder):
    with open(os.path.join(HERE, folder, "library.json"), encoding="utf-8") as file:
        library = json.load(file)
    library["folder"] = folder
    return library


def list_claims(library):
    """One claim a property and a form: {group, integrator, which is base and form, property, order, source, note, ...}."""
    claims = []
    for entry in library["claims"]:
        for form in entry.get("forms", [""]):
            for key in PROPERTIES:
                if key not in entry:
                    continue
                claims.append({"form": form.strip("-"), "base": entry["integrator"], "id": key + (str(entry[key]) if key == "order" else "") + "-" + entry["integrator"] + form,
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
    if isinstance(value, int):
        return str(value)
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


def assay(words, integrator, place, log, output=subprocess.DEVNULL):
    """Whether it came to an end."""
    command = [os.environ.get("ASSAY", "./assay")] + words + ["--jobs", "1", "--store", os.path.join(place, "store.sqlite")]
    environment = dict(os.environ, FIELD_INTEGRATORS=integrator, ASSAY_PATH=place)
    return subprocess.call(command, stdout=output, stderr=log, env=environment) in (0, 1)


def ask(library, integrator, claims, claimed, folder, log):
    """Has an audit write its study of what is claimed of the integrator, and what it knows beside runs; whether it did."""
    words = [library["driver"]] if is_shared(library) else ["--exec", "%s %s" % (library["driver"], integrator)]
    words += ["--on", (claims[0]["models"] or ["henon-heiles"])[0], "--dry-run", "--json", "--out", folder]
    for claim in sorted(claimed):
        words += ["--claim", claim]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "known.json"), "w", encoding="utf-8") as output:
        return assay(["audit"] + words, integrator, os.path.dirname(folder), log, output)


def hear(library, integrator, claims, report, log):
    """What an audit knows of an order does not depend on which, and what converges has the order 1."""
    claimed = {claim["property"] if claim["property"] in STRUCTURE else "order=1" for claim in claims}
    return ask(library, integrator, claims, claimed, report + ".audit", log)


def exemplify(library, integrator, claims, report, log):
    """Searches counterexamples to what is refuted."""
    refuted = [claim for claim in claims if pages.weigh(report, claim)[0] == "refuted"]
    claimed = {claim["property"] if claim["property"] in STRUCTURE else "order=%s" % (claim["order"] or "1") for claim in refuted}
    if refuted:
        ask(library, integrator, claims, claimed, report + ".example", log)


def heard(report):
    """The lines of findings in that study."""
    lines = ""
    for path in glob.glob(os.path.join(glob.escape(report + ".audit"), "audit-*.lua")):
        with open(path, encoding="utf-8") as file:
            lines += file.read().partition("\nlocal findings = {\n")[2].partition("}\n\n")[0]
    return lines


def write_study(library, version, integrator, group, claims, path, look=None):
    command = "%s %s" % (library["driver"], integrator)
    head = {"title": "%s %s, %s" % (library["name"], version, integrator), "group": group, "look": look or {},
            "claimed": [{key: claim[key] for key in ("id", "integrator", "property", "order", "separable", "autonomous", "models", "source")}
                        for claim in claims]}
    with open(os.path.join(HERE, "field.panel"), encoding="utf-8") as file:
        panel = file.read()
    with open(path, "w", encoding="utf-8") as file:
        for key, value in head.items():
            file.write("local %s = %s\n" % (key, lua(value)))
        file.write("local heard = {\n%s}\n" % heard(os.path.join(os.path.dirname(path), integrator + "." + group)))
        if is_shared(library):
            file.write("local methods = { %s }\n" % lua("./" + library["driver"]))
        else:
            file.write("local methods = { exec { cmd = %s, depends = %s } }\n" % (lua(command), lua(library["depends"])))
        file.write(panel)


def run_study(path, folder, integrator, log):
    good = assay(["run", path, "--out", folder], integrator, os.path.dirname(path), log)
    if not good:
        shutil.rmtree(folder, ignore_errors=True)
    return good


def looks_at(fit, group):
    """How to look again at what a fit left open."""
    if group == "convergent":
        return FEW if fit["status"] == "broke-down" else []
    if fit["errors"][-1] is not None and fit["errors"][-1] > LARGE:
        return FAR
    if fit["status"] == "broke-down":
        return []
    if group == "coarse":
        return SHIFTED + FINER
    return FINER + SHIFTED + BOTH if fit["used"][-1] else SHIFTED


def look_again(library, version, integrator, group, members, report, log):
    """Looks again at the models that are open, each until it is decided."""
    claims = {claim["id"]: claim for claim in members}
    for fit in pages.open_fits(report, members):
        claimed = [dict(claims[each["id"]], models=[fit["model"]]) for each in fit["claims"]]
        for number, look in enumerate(looks_at(fit, group), 2):
            path = "%s.%s.%d" % (report, fit["model"], number)
            write_study(library, version, integrator, group, claimed, path + ".lua", look)
            if not run_study(path + ".lua", path, integrator, log) or pages.decides(path, claimed):
                break


def look(library, version, integrator, group, members, place, log):
    report = os.path.join(place, integrator + "." + group)
    for each in [report] + glob.glob(glob.escape(report) + ".*"):
        shutil.rmtree(each, ignore_errors=True)
    good = hear(library, integrator, members, report, log)
    write_study(library, version, integrator, group, members, report + ".lua")
    if not (good and run_study(report + ".lua", report, integrator, log)):
        print("field: %s, %s: no report; see %s/log.txt" % (library["name"], integrator, place), file=sys.stderr)
        return
    if group != "structure":
        look_again(library, version, integrator, group, members, report, log)
    exemplify(library, integrator, members, report, log)


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
        json.dump({"name": library["name"], "version": version, "about": library.get("about", ""), "calls": library.get("calls", {}),
                   "claims": claims}, file, indent=1)


def build(library, place, log):
    """Builds the driver, unless it is newer than what it is made of; whether it is there."""
    target = os.path.join(place, "driver.so" if is_shared(library) else "driver")
    sources = glob.glob(os.path.join(HERE, library["folder"], "*")) + [os.path.join(HERE, "field.h")] + glob.glob("clients/c*/*.h*")
    if os.path.exists(target) and all(os.path.getmtime(each) < os.path.getmtime(target) for each in sources):
        return True
    return subprocess.call(library["build"], shell=True, stdout=log, stderr=log) == 0


def audit(folder):
    """Audits a library in a folder of its own, which one at a time may write."""
    place = os.path.join(OUT, folder)
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, "lock"), "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit("field: another field.py is auditing %s in %s; wait until it ends" % (folder, place))
        audit_alone(read_library(folder), place)


def audit_alone(library, place):
    folder = library["folder"]
    for model in glob.glob(os.path.join(HERE, "*.lua")) + glob.glob(os.path.join(HERE, folder, "*.lua")):
        shutil.copy(model, place)
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
        list(STUDIES.map(lambda study: look(library, version, *study[0], study[1], place, log), studies_of(claims).items()))
        if "reproduce" in library:
            reproduce(library, version, place, log)
    print("field: %s %s: %d claims" % (library["name"], version, len(claims)), flush=True)


def main(words):
    known = sorted(each for each in os.listdir(HERE) if os.path.exists(os.path.join(HERE, each, "library.json")))
    if words[:1] == ["audit"]:
        for folder in words[1:]:
            if folder not in known:
                sys.exit("field: no library '%s'; the libraries are %s" % (folder, ", ".join(known)))
        began = time.monotonic()
        with ThreadPoolExecutor(len(known)) as libraries:
            list(libraries.map(audit, words[1:] or known))
        pages.summary(OUT)
        print("field: audited in %.0f s" % (time.monotonic() - began))
    elif words[:1] == ["summary"] and len(words) == 2:
        pages.summary(words[1])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
