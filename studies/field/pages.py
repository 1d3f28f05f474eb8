"""The pages of the field audit and claims.csv: what studies/field/field.py measured, for those who maintain a library."""

import csv
import fractions
import glob
import html
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ("library", "version", "integrator", "form", "claim", "citation", "verdict", "evidence", "command")

ABOUT = """Each row is a claim, with the place where the library makes it, and what was measured with fixed steps: of an order the
slope with which the errors fall on each model, of a property the size of its defect. An order <b>holds</b> where at least
this order is seen on every model, and is <b>refuted</b> where less is seen on one model from two sets of initial data. It is <b>open</b> where the
measurement cannot tell: no fault of the integrator is implied. All runs are in double precision; errors are those against a
solution known to 30 digits and more. Models: Kepler's ellipse of eccentricity 0.6 (kepler), that of Hénon and Heiles
(henon-heiles), Lorenz' (lorenz), and a pendulum whose length depends on the time (modulated-pendulum), on which wrong times
of stages are seen. What is open was looked at again with other initial data and with steps shifted or made finer. The verdict leads to
all step sizes, errors and figures."""

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>%(title)s</title><style>
body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 84em; padding: 0 1em }
table { border-collapse: collapse; width: 100%% } th, td { border-bottom: 1px solid #ccc; padding: .3em .6em; text-align: left; vertical-align: top }
td:last-child { overflow-wrap: anywhere } tr:not(.remark) td:nth-child(-n+3) { white-space: nowrap } td small { white-space: normal } tr.remark td { border-top: 0 }
.holds { background: #e3f4e3 } .refuted { background: #f7d4d0 } .open { background: #f7f0d4 }
small { color: #444 } pre { overflow-x: auto; background: #f6f6f6; padding: .6em }
@media (max-width: 56em) { table { display: block; overflow-x: auto } tr:not(.remark) td:nth-child(n+5) { min-width: 14em } }</style></head><body>%(back)s<h1>%(title)s</h1><p>%(text)s</p>
%(body)s</body></html>
"""


# ---- reports --------------------------------------------------------------------------------------------------------


def read_report(path):
    """The report of a study; None where there is none."""
    path = os.path.join(path, "data", "report.json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def fits_of(report, claim, model=None):
    """The fits that a claim is judged by, on the data that the study begins with: the first of each model."""
    seen = []
    for fit in report["fits"]:
        if claim["id"] in [each["id"] for each in fit["claims"]] and fit["model"] not in seen and model in (None, fit["model"]):
            seen.append(fit["model"])
            yield fit


def verdict_of(report, claim):
    return {each["id"]: each["verdict"] for each in report["claims"]}.get(claim["id"], "missing")


def said_of(path, claim):
    """The evidence of a claim in a report, which beside runs is what an audit knows."""
    return {each["id"]: each["evidence"] for each in read_report(path)["claims"]}[claim["id"]]


def counterexample_to(path, claim):
    """One, as an audit knows it; None where none was found, or it is of the time and the claim is not."""
    path = os.path.join(path + ".example", "known.json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        known = {each["claim"]: each["counterexample"] for each in json.load(file)["claims"]}
    found = known.get("order" if claim["property"] == "convergent" else claim["property"])
    return found if found and (found["autonomous"] or not claim.get("autonomous")) else None


def open_fits(path, claims):
    """Those that keep a claim of the report from holding, a model each."""
    report = read_report(path)
    fits = {}
    for claim in claims:
        if verdict_of(report, claim) == "inconclusive":
            for fit in fits_of(report, claim):
                if fit["verdict"] not in ("holds", "refuted"):
                    fits[fit["model"]] = fit
    return list(fits.values())


def is_decided(report, claim):
    """By its runs, whatever an audit knows beside them."""
    fits = [fit["verdict"] for fit in report["fits"] if claim["id"] in [each["id"] for each in fit["claims"]]]
    return verdict_of(report, claim) in ("holds", "refuted") or bool(fits) and set(fits) == {"holds"}


def decides(path, claims):
    report = read_report(path)
    return all(is_decided(report, claim) for claim in claims)


def read_looks(path, model):
    """[(name, report)] of the further looks at a model."""
    looks = []
    while True:
        name = "%s.%s.%d" % (path, model, len(looks) + 2)
        report = read_report(name)
        if not report:
            return looks
        looks.append((os.path.basename(name), report))


def weigh(path, claim):
    """The verdict on a claim by all looks; the report that shows it; and the fits that it stands on, [(fit, looks)]."""
    first = read_report(path)
    if not first:
        return "missing", None, []
    page, verdict = os.path.basename(path), verdict_of(first, claim)
    fits = [(fit, 1) for fit in fits_of(first, claim)]
    if verdict != "inconclusive":
        return verdict, page, fits
    overruled = None  # a look whose runs hold and whose verdict is another
    for i, (fit, _) in enumerate(fits):
        looks = read_looks(path, fit["model"])
        fits[i] = fit, 1 + len(looks)
        if not looks:
            continue
        name, last = looks[-1]
        found = verdict_of(last, claim)
        if is_decided(last, claim):
            fits[i] = next(fits_of(last, claim)), 1 + len(looks)
            overruled = overruled or (name if found == "inconclusive" else None)
        if found == "refuted":
            return "refuted", name, fits
    held = not overruled and any(looks > 1 for _, looks in fits) and all(fit["verdict"] == "holds" for fit, _ in fits)
    return "holds" if held else "inconclusive", overruled or page, fits


# ---- words ----------------------------------------------------------------------------------------------------------


def size_of(claim, fit):
    """The order or size of a fit; of one that holds without, what it holds by."""
    if claim["property"] == "order":
        number = None if fit["order"] is None else "%.2f" % fit["order"]
    else:
        numbers = [error for error in fit["errors"] if error is not None]
        number = "%.1e" % numbers[-1] if numbers else None
    if number is None and fit["verdict"] == "holds":
        return "(%s)" % fit["reason"].split("; claimed: ")[0]
    return number or "open"


def evidence_of(claim, fits):
    """The orders or sizes behind a claim, a model each."""
    return "; ".join("%s %s" % (fit["model"], size_of(claim, fit)) for fit, _ in fits)


def why_open(claim, fit, looks):
    """A sentence for who maintains the library."""
    used = [i for i, each in enumerate(fit["used"]) if each]
    slopes = ["%.2f" % fit["slopes"][i] for i in used[:-1] if fit["slopes"][i] is not None]
    again = {1: "", 2: " A further look did not settle it."}.get(looks, " %d further looks did not settle it." % (looks - 1))
    if claim["property"] != "order":
        return "%s: %s." % (fit["model"], fit["reason"])
    if fit["status"] == "broke-down":
        return "%s: %s; the steps end in a failure, or in numbers that are none." % (fit["model"], fit["reason"].split(";")[0])
    if not slopes:
        return "%s: errors lie above a tenth, or at round-off, at all but %d of the steps.%s" % (fit["model"], len(used), again)
    if fit["order"] is not None:
        return "%s: order %.2f, and %s.%s" % (fit["model"], fit["order"], fit["reason"].split("; ")[-1], again)
    end = "" if fit["used"][-1] else "; at smaller steps they are round-off"
    return ("%s: errors fall from %.1e to %.1e with slopes %s, too unsteady to say whether they tend to %s%s.%s" %
            (fit["model"], fit["errors"][used[0]], fit["errors"][used[-1]], ", ".join(slopes), claim["order"], end, again))


def in_lowest_terms(step):
    """4/4096 as 1/1024; a decimal as it stands."""
    return str(fractions.Fraction(step)) if "/" in step else step


def why_divergent(fit):
    sizes = [(error, step) for error, step in zip(fit["errors"], fit["step_sizes"]) if error is not None]
    return ("%s: with the smallest steps, of %s, the error is %.1e of the solution; of a method that converges it is small." %
            (fit["model"], in_lowest_terms(sizes[-1][1]), sizes[-1][0]))


def reasons_of(claim, verdict, fits):
    if verdict == "inconclusive":
        return [why_open(claim, fit, looks) for fit, looks in fits if fit["verdict"] not in ("holds", "refuted")]
    if claim["property"] == "convergent":
        return [why_divergent(fit) for fit, _ in fits if fit["verdict"] == verdict == "refuted"]
    return ["%s: %s." % (fit["model"], fit["reason"]) for fit, _ in fits if fit["verdict"] == verdict == "refuted"]


def row_of(folder, library, claim):
    name = "%s.%s" % (claim["integrator"], claim["group"])
    verdict, page, fits = weigh(os.path.join(folder, name), claim)
    evidence, reasons = evidence_of(claim, fits), reasons_of(claim, verdict, fits)
    if verdict in ("inconclusive", "refuted") and not reasons:  # no run says it
        said = said_of(os.path.join(folder, page), claim)
        evidence, reasons = "%s; %s" % (evidence, said), [said + "."]
    command = "FIELD_INTEGRATORS=%s ./assay" % claim["integrator"]
    example = counterexample_to(os.path.join(folder, name), claim) if verdict == "refuted" else None
    if example:
        evidence += "; counterexample " + example["sentence"]
        reasons.append("Counterexample: %s: %s." % (example["sentence"], example["command"].replace("assay", command, 1)))
    command += " run out/field/%s/%s.lua" % (os.path.basename(folder), page or name)
    return {"library": library["name"], "version": library["version"], "integrator": claim.get("base", claim["integrator"]),
            "form": claim.get("form", ""), "claim": "order " + claim["order"] if claim["property"] == "order" else claim["property"],
            "citation": claim["source"], "verdict": verdict, "evidence": evidence, "command": command,
            "call": library.get("calls", {}).get(claim.get("form", ""), ""), "note": claim["note"],
            "reasons": reasons, "page": page and page + "/index.html"}


def summarise(folder):
    """The rows of a library: each claim with what was measured and the verdict; "missing" where there is no report."""
    with open(os.path.join(folder, "claims.json"), encoding="utf-8") as file:
        library = json.load(file)
    return [row_of(folder, library, claim) for claim in library["claims"]]


# ---- pages ----------------------------------------------------------------------------------------------------------


def write_csv(rows, path):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def cells(words, tag="td"):
    return "".join("<%s>%s</%s>" % (tag, word, tag) for word in words)


def linked(path, word):
    return '<a href="%s">%s</a>' % (path, word) if path else word


def integrator_of(row):
    call = row["call"] or row["form"]
    return html.escape(row["integrator"]) + ("<br><small>%s</small>" % html.escape(call) if call else "")


def lines_of(row, columns, base):
    """The row of a claim, and below it what there is to say on it; pages of reports are found from `base`."""
    state = row["verdict"] if row["verdict"] in ("holds", "refuted") else "open"
    words = {key: html.escape(row[key]) for key in columns}
    words["integrator"] = integrator_of(row)
    if "library" in words:
        words["library"] = linked(base + "index.html#alone", words["library"])
    words["verdict"] = linked(row["page"] and base + row["page"], "not run" if row["verdict"] == "missing" else state)
    lines = ['<tr class="%s">%s</tr>' % (state, cells(words[key] for key in columns))]
    remarks = [html.escape(each) for each in [row["note"]] + row["reasons"] if each]
    if remarks:
        lines.append('<tr class="%s remark"><td></td><td colspan="%d"><small>%s</small></td></tr>' %
                     (state, len(columns) - 1, "<br>".join(remarks)))
    return lines


def table(rows, columns=("integrator", "claim", "verdict", "evidence", "citation"), base=lambda row: ""):
    lines = ["<table><tr>" + cells(columns, "th") + "</tr>"]
    for row in rows:
        lines += lines_of(row, columns, base(row))
    return "\n".join(lines + ["</table>"])


def write_page(path, title, text, body, back=""):
    with open(path, "w", encoding="utf-8") as file:
        file.write(PAGE % {"title": html.escape(title), "text": text, "body": body, "back": back})


def shown_alone(place):
    """What the programs print that use the library alone, as the end of its page."""
    path = os.path.join(place, "reproduce.txt")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        file.readline()
        printed = file.read()
    links = ", ".join(linked(os.path.relpath(each, place), os.path.basename(each))
                      for each in sorted(glob.glob(os.path.join(HERE, os.path.basename(place), "reproduce*"))))
    return ("\n<h2 id=\"alone\">The same with the library alone</h2><p>%s uses the library and nothing of assay; its first lines "
            "say how to build and run it. It prints</p><pre>%s</pre>" % (links, html.escape(printed)))


def count(rows, verdict):
    return sum(row["verdict"] == verdict for row in rows)


def sums(rows):
    held, refuted = count(rows, "holds"), count(rows, "refuted")
    return len(rows), held, refuted, len(rows) - held - refuted


def summarise_library(place):
    """Writes the page of a library; returns its rows and its line in the table of all."""
    folder = os.path.basename(place)
    with open(os.path.join(place, "claims.json"), encoding="utf-8") as file:
        library = json.load(file)
    rows = summarise(place)
    if not rows:
        return rows, cells((html.escape(library["name"]), "not installed, not audited", 0, 0, 0, 0))
    text = "%d claims of its documentation: %d hold, %d are refuted, %d are open. %s" % (sums(rows) + (html.escape(library.get("about", "")),))
    text += (" How it is called stands in %s; <code>make field LIBRARIES=%s</code> does it all again, and the command of a single row "
             "is in %s." % (linked(os.path.relpath(os.path.join(HERE, folder), place), "studies/field/" + folder), folder,
                            linked("../claims.csv", "claims.csv")))
    write_page(os.path.join(place, "index.html"), "%s %s" % (library["name"], library["version"]), text,
               "<p>%s</p>" % ABOUT + table(rows) + shown_alone(place), '<p><a href="../index.html">All libraries</a></p>')
    return rows, cells((linked(folder + "/index.html", html.escape(library["name"])), html.escape(library["version"])) + sums(rows))


def summary(out):
    """Writes claims.csv, a page a library and one of the field; returns the rows."""
    every, lines = [], ["<table><tr>" + cells(("library", "version", "claims", "hold", "refuted", "open"), "th") + "</tr>"]
    for folder in sorted(os.listdir(out)):
        if os.path.exists(os.path.join(out, folder, "claims.json")):
            rows, line = summarise_library(os.path.join(out, folder))
            lines.append("<tr>%s</tr>" % line)
            every += [dict(row, folder=folder) for row in rows]
    write_csv(every, os.path.join(out, "claims.csv"))
    text = "%d claims hold, %d are refuted, %d are open." % sums(every)[1:]
    refuted = [row for row in every if row["verdict"] == "refuted"]
    write_page(os.path.join(out, "index.html"), "Integrators of the field",
               "%s %s All claims: <a href=\"claims.csv\">claims.csv</a>." % (text, ABOUT),
               "\n".join(lines) + "</table>\n<h2>Refuted</h2><p>Each is shown by a program with the library alone as well, at the end of "
               "the library's page.</p>\n" + table(refuted, ("library", "integrator", "claim", "verdict", "evidence", "citation"),
                                                  lambda row: row["folder"] + "/"))
    print("field: " + text)
    print("page   " + os.path.join(out, "index.html"))
    return every
