#!/bin/sh
# The documents of two studies, which have something of everything, are as docs/report.schema.json says: a validator that
# others wrote (Debian: python3-jsonschema) finds nothing, and finds each of the faults that a document is given.
# Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
assay=${ASSAY:-./assay}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
unset ASSAY_STORE ASSAY_PATH

for study in whole whole-second; do
    "$assay" run "tests/data/studies/$study.lua" --store "$work/$study.sqlite" --out "$work/$study" --json \
        >"$work/$study.json" 2>"$work/err" || { echo "not ok 1 - $study does not run"; cat "$work/err" >&2; exit 1; }
done
exec python3 - "$work" <<'END_OF_PYTHON'
import copy, json, sys
import jsonschema

work = sys.argv[1]
schema = json.load(open("docs/report.schema.json"))
validator = jsonschema.Draft202012Validator(schema)
count = 0

def conclude(good, name, note=""):
    global count
    count += 1
    print("%s %d - %s" % ("ok" if good else "not ok", count, name))
    if not good and note:
        print("# " + str(note)[:1000])

def first_error(document):
    for error in validator.iter_errors(document):
        return "%s: %s" % ("/".join(map(str, error.absolute_path)), error.message)
    return None

# Every object of the schema says which keys there are, and has no others.
def open_objects(part, place="schema"):
    if isinstance(part, list):
        return [name for i, entry in enumerate(part) for name in open_objects(entry, "%s/%d" % (place, i))]
    if not isinstance(part, dict):
        return []
    found = [place] if part.get("type") == "object" and "additionalProperties" not in part else []
    return found + [name for key, entry in part.items() for name in open_objects(entry, place + "/" + key)]

validator.check_schema(schema)
conclude(not open_objects(schema), "no object of the schema is open", open_objects(schema))
conclude(open_objects({"type": "object", "properties": {}}) == ["schema"], "control: an open object is found")

documents = {}
for study in "whole", "whole-second":
    for name in study + ".json", study + "/data/report.json":
        documents[name] = json.load(open(work + "/" + name))
        error = first_error(documents[name])
        conclude(error is None, name + " is as the schema says", error)

# What the documents have: else the schema was not asked.
def has(name, places):
    conclude(any(places), "there is " + name)

cells = [cell for document in documents.values() for cell in document["cells"]]
fits = [fit for document in documents.values() for fit in document["fits"]]
claims = [claim for document in documents.values() for claim in document["claims"]]
has("a run in double", [cell["precision"] == "double" for cell in cells])
has("a run in double, rounded otherwise", [cell["precision"] == "double:split" for cell in cells])
has("a run in MPFR", [isinstance(cell["measures"].get("energy_error"), str) for cell in cells])
has("a run that broke down", [cell["broke_down_at"] is not None for cell in cells])
has("a parasitic spectrum", [cell.get("parasitic_spectrum") for cell in cells])
has("a parameter", [fit["parameters"] for fit in fits])
has("a time at the start", [fit["data"]["time"] for fit in fits])
has("a formulation", [fit["formulation"] for fit in fits])
has("an order", [fit["order"] is not None for fit in fits])
has("an exact property", [fit["exact"] for fit in fits])
has("floors of all points", [fit["floors"] for fit in fits])
has("no evaluations", [fit["evaluations"] is None for fit in fits])
has("a claim on a number", [claim.get("measured") for fit in fits for claim in fit["claims"]])
has("a quotient", [claim.get("relative") for fit in fits for claim in fit["claims"]])
has("a claim with a condition", [claim["condition"] for claim in claims])
has("an expectation", [claim["expected"] for claim in claims])
for status in schema["$defs"]["fit"]["properties"]["status"]["enum"]:
    if status != "not-asymptotic":
        has("a fit whose status is " + status, [fit["status"] == status for fit in fits])

# Controls: faults of a small document.
whole = documents["whole.json"]
figures = {"history" if figure["kind"] == "histories" else "errors": dict(figure, panels=figure["panels"][:1])
           for document in documents.values() for figure in document["figures"]}
has("a figure of errors", ["errors" in figures])
has("a figure of courses of runs", ["history" in figures])
for figure in figures.values():
    for panel in figure["panels"]:
        panel["curves"] = panel["curves"][:1] if "curves" in panel else None
        if panel["curves"] is None:
            del panel["curves"]
small = dict(whole, cells=whole["cells"][:1], fits=[fit for fit in whole["fits"] if fit["claims"]][:1], claims=whole["claims"][:1],
             figures=list(figures.values()), expectations=[{"id": "c", "verdict": "refuted"}], models=[{"model": "m", "reason": "r"}],
             sections=[{"title": "t", "text": "x"}],
             tables=[{"name": "t", "title": "t", "source": None, "model": "m", "measure": "e", "precision": "128"}])
conclude(first_error(small) is None, "the small document is as the schema says", first_error(small))

def refuses(name, change):
    document = copy.deepcopy(small)
    change(document)
    conclude(first_error(document) is not None, "control: " + name)

places = {"the document": lambda d: d, "its provenance": lambda d: d["assay"], "a run": lambda d: d["cells"][0],
          "a cost": lambda d: d["cells"][0]["cost"], "initial data": lambda d: d["fits"][0]["data"],
          "a fit": lambda d: d["fits"][0], "a claim": lambda d: d["claims"][0],
          "a claim on a fit": lambda d: d["fits"][0]["claims"][0], "what is shown": lambda d: d["fits"][0]["shown"],
          "the commands": lambda d: d["commands"], "a family": lambda d: list(d["families"].values())[0],
          "an expectation": lambda d: d["expectations"][0], "a section": lambda d: d["sections"][0],
          "a model": lambda d: d["models"][0], "a table": lambda d: d["tables"][0], "a figure": lambda d: d["figures"][0],
          "a panel of errors": lambda d: [f for f in d["figures"] if f["kind"] != "histories"][0]["panels"][0],
          "a panel of runs": lambda d: [f for f in d["figures"] if f["kind"] == "histories"][0]["panels"][0],
          "a curve": lambda d: [f for f in d["figures"] if f["kind"] == "histories"][0]["panels"][0]["curves"][0]}
optional = "parasitic_spectrum", "a run"
for name, place in places.items():
    refuses("a key more in " + name, lambda d: place(d).update(another=1))
    for key in list(place(small)):
        if (key, name) != optional:
            refuses("no %s in %s" % (key, name), lambda d: place(d).pop(key))
        refuses("another type of %s in %s" % (key, name), lambda d: place(d).update({key: [{"of": "neither"}]}))
refuses("a verdict that is none", lambda d: d["claims"][0].update(verdict="true"))
refuses("a measure with a blank in its name", lambda d: d["cells"][0]["measures"].update({"energy error": 1.0}))
refuses("a step that is a number", lambda d: d["fits"][0]["step_sizes"].__setitem__(0, 0.1))
print("1..%d" % count)
END_OF_PYTHON
