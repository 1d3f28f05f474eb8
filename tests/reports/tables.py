"""What tables_test.sh checks."""
import csv, io, itertools, json, os, re, shlex, subprocess, sys

work, assay = sys.argv[1], os.path.abspath(os.environ["ASSAY"])
count = 0


def conclude(good, name, note=""):
    global count
    count += 1
    print("%s %d - %s" % ("ok" if good else "not ok", count, name))
    if not good and note:
        print("# " + str(note).replace("\n", "\n# ")[:1500])


# ---- the document ----
MODELS, METHODS, PROJECTIONS = ["first_model", "second,model"], ["gauss-1", "gauss-2"], ["none", "symmetric"]
PRECISIONS, MEASURES, STEPS = ["double", "128"], ["energy_error", "solution_error"], ["1/5", "1/10", "0.05"]
BENDS = [None, "1/2"]  # a parameter, changed or not
provenance = dict(schema=1, version="0", commit="c", numerics_version="n", compiler="cc", mpfr="4", processor="p", study_hash="h", command="assay run")
fits, cells, number = [], [], 0
for model, bend, method, projection, precision in itertools.product(MODELS, BENDS, METHODS, PROJECTIONS, PRECISIONS):
    parameters = {} if bend is None else {"bend": bend}
    initial = "default" if bend is None else "default[bend=%s]" % bend
    common = dict(model=model, initial=initial, parameters=parameters, data={}, method=method, formulation=None,
                  projection=projection, precision=precision)
    errors = {}
    for measure in MEASURES:
        number += 1
        errors[measure] = [(number + k / 8) * 10.0 ** -(3 + k) for k in range(3)]
        exact = number % 5 == 0
        fits.append(dict(common, id="/".join([model, initial, method, projection, precision, measure]), measure=measure,
                         status="exact" if exact else "measured", order=None if exact else number / 7, low=None, high=None, points=3,
                         step_sizes=STEPS, steps=[5, 10, 20], errors=errors[measure], evaluations=[100 + number, 200 + number, 300 + number],
                         used=[False, True, True], slopes=[1.5, 2.0], extrapolated=[2.25], floor=1e-15, floors=None,
                         reference_error=0.0, floor_origin=None, bits=0, exact=None,
                         claims=[dict(id="K%d" % number, claim="at least 2", formula="2", value=2.0, source="one")] if number % 2 else [],
                         mark="-", verdict="holds" if number % 2 else None, reason_code=None, reason=None, next=None, control=None,
                         positive_control=None, contradicted_by=None))
    for k, step in enumerate(STEPS):
        digits = "%d.%de-%d" % (number % 9 + 1, 12345678901234567890 + number, k + 2)
        cells.append(dict(common, id="%s/%s/%d" % (model, step, number), step=step, steps=5 * 2 ** k, status="completed", broke_down_at=None,
                          reason=None, measures={"energy_error": digits if precision == "128" else errors["energy_error"][k]},
                          cost=dict(residual_evaluations=number * 10 + k, newton_iterations=k)))
claims = [dict(id="K%d" % i, text="claim | %d" % i, source="s", measured="m", verdict=verdict, evidence="e", expected=None, condition=None)
          for i, verdict in enumerate(["holds", "refuted"])]
document = dict(assay=provenance, study="made-up", title="Two of everything", source=None, full=False, cells=cells, fits=fits, claims=claims)
path = os.path.join(work, "report.json")
json.dump(document, open(path, "w"))


# ---- what the program says ----
def run(*arguments, command="table"):
    done = subprocess.run([assay, command, path] + list(arguments), capture_output=True, text=True, cwd=work)
    return done.returncode, done.stdout, done.stderr


def conditions(**where):
    return [part for name, value in where.items() for part in ("--where", "%s=%s" % (name, value))]


def read_csv(text):
    rows = list(csv.reader(io.StringIO(text)))
    return rows[0], rows[1:]


def find(entries, **where):
    found = [entry for entry in entries if all(entry[name] == value for name, value in where.items())]
    assert len(found) == 1, (where, len(found))
    return found[0]


# How many places of the table differ from `value_of(row label, column label)`.
def count_wrong(text, labels, value_of):
    head, rows = read_csv(text)
    wrong = 0
    for row in rows:
        for name, shown in zip(head[labels:], row[labels:]):
            expected = value_of(row[:labels], name)
            wrong += shown != expected if isinstance(expected, str) or not shown else float(shown) != expected
    return wrong, len(rows), len(head) - labels


# ---- fits ----
for model, precision, measure in itertools.product(MODELS, PRECISIONS, MEASURES):
    where = dict(model=model, precision=precision, measure=measure)
    status, text, error = run("--rows", "method", "--columns", "projection", "--value", "order", "--format", "csv",
                              *conditions(initial="default", **where))
    def order(row, column):
        fit = find(fits, method=row[0], projection=column, initial="default", **where)
        return "" if fit["order"] is None else fit["order"]
    conclude(status == 0 and count_wrong(text, 1, order) == (0, 2, 2), "orders of %s in %s, %s" % (measure, precision, model), error + text)
swapped = text.replace("gauss-1", "x").replace("gauss-2", "gauss-1").replace("x", "gauss-2")
conclude(count_wrong(swapped, 1, order)[0] > 0, "control: exchanged rows are found")

status, text, error = run("--rows", "bend,method", "--columns", "precision,projection", "--value", "verdict,claim", "--format", "csv",
                          *conditions(model="second*", measure="energy_error"))
def verdict(row, column):
    precision, projection, name = column.split()
    fit = find(fits, model=MODELS[1], measure="energy_error", method=row[1], precision=precision, projection=projection,
               parameters={"bend": row[0]} if row[0] else {})
    return (fit["verdict"] if name == "verdict" else fit["claims"][0]["id"] if fit["claims"] else None) or ""
conclude(status == 0 and count_wrong(text, 2, verdict) == (0, 4, 8), "verdicts and claims by a parameter and a glob", error + text)

# ---- points, runs, claims ----
status, text, error = run("--rows", "method,step", "--columns", "projection", "--value", "error,evaluations,slope,used", "--format", "csv",
                          *conditions(model="first_model", measure="solution_error", precision="double", initial="default"))
def point(row, column):
    projection, name = column.split()
    fit, k = find(fits, model=MODELS[0], measure="solution_error", precision="double", initial="default", method=row[0],
                  projection=projection), STEPS.index(row[1])
    slope = "" if k == 0 else fit["slopes"][k - 1]
    return dict(error=fit["errors"][k], evaluations=fit["evaluations"][k], slope=slope, used="yes" if fit["used"][k] else "no")[name]
conclude(status == 0 and count_wrong(text, 2, point) == (0, 6, 8), "points: errors, evaluations, slopes, whether they are used", error + text)

status, text, error = run("--rows", "step", "--columns", "method", "--value", "energy_error,residual_evaluations", "--format", "csv",
                          *conditions(model="first_model", projection="none", precision="128", initial="default"))
def of_run(row, column):
    method, name = column.split()
    cell = find(cells, model=MODELS[0], projection="none", precision="128", initial="default", method=method, step=row[0])
    return cell["measures"][name] if name == "energy_error" else cell["cost"][name]
conclude(status == 0 and count_wrong(text, 1, of_run) == (0, 3, 4), "runs: all digits of a measure, and what it cost", error + text)

status, text, error = run("--rows", "text", "--value", "verdict", "--format", "csv")
conclude(status == 0 and read_csv(text) == (["text", "verdict"], [["claim | 0", "holds"], ["claim | 1", "refuted"]]), "claims", error + text)

# ---- formats ----
wanted = ["--rows", "model,method", "--columns", "precision,projection", "--value", "order",
          *conditions(measure="energy_error", initial="default")]
status, text, error = run(*wanted)
lines = text.split("\n")
conclude(status == 0 and max(map(len, lines)) <= 80, "the text has at most 80 columns", text)
shown = ["exact" if fit["order"] is None else "%.2f" % fit["order"] for fit in fits if fit["measure"] == "energy_error" and fit["initial"] == "default"]
conclude(all(re.search(r"(^|\s)%s(\s|$)" % re.escape(value), text) for value in shown), "and all orders, with two decimals", text)
wide = run("--rows", "model,method", "--columns", "precision,projection,initial,measure", "--value", "order,verdict")[1]
conclude(max(map(len, wide.split("\n"))) <= 80 and wide.count("method ") > 2, "a wide one goes on below", wide)
status, text, error = run(*wanted, "--format", "md")
rows = [line for line in text.split("\n") if line.startswith("|")]
conclude(status == 0 and len(rows) == 6 and {row.replace("\\|", "").count("|") for row in rows} == {7} and "first\\_model" in text, "Markdown", error + text)
status, text, error = run("--rows", "text", "--value", "verdict", "--format", "md")
conclude("claim \\| 1" in text, "with escapes", text)
status, text, error = run(*wanted, "--format", "latex")
conclude(status == 0 and text.count("\\\\") == 6 and "first\\_model" in text and "\\multicolumn{2}{c}{double}" in text and text.count("{") == text.count("}"),
         "LaTeX", error + text)
status, text, error = run("--rows", "step", "--value", "error", "--format", "latex",
                          *conditions(model="first_model", measure="energy_error", precision="128", method="gauss-1", initial="default", projection="none"))
conclude("\\cdot10^{-" in text and "e-" not in text.split("midrule")[1], "with powers of ten", text)
status, text, error = run(*wanted, "--json")
again = json.loads(text)
plain = read_csv(run(*wanted, "--format", "csv")[1])
conclude(again["assay"] == provenance and [row["row"] for row in again["table"]] == [row[:2] for row in plain[1]] and
         [["" if value is None else "%r" % float(value) for value in row["values"]] for row in again["table"]] ==
         [["%r" % float(value) if value else "" for value in row[2:]] for row in plain[1]], "JSON has what CSV has", text)


# ---- what is refused ----
def refused(name, pattern, *arguments, command="table"):
    status, text, error = run(*arguments, command=command)
    conclude(status == 2 and text == "" and error.count("\n") == 1 and re.search(pattern, error), name, "%d: %s" % (status, error + text))
    return error


error = refused("several values in one place", r"projection = none: there are 16 values, of fits that differ in measure \(energy_error, "
                r"solution_error\) and precision \(double, 128\) and model \(first_model, second,model\) and initial",
                "--rows", "method", "--columns", "projection", "--value", "order")
options = shlex.split(re.search(r"write (--where .*?), or", error).group(1))
status, text, error = run("--rows", "method", "--columns", "projection", "--value", "order", *options)
conclude(status == 0 and len(options) == 8, "the options in the message are pasted, and there is a table", error)
refused("no such column", r"there is no column 'metod'; write one of .*method", "--rows", "metod", "--value", "order")
refused("no such value", r"no fit has measure = energy; write one of energy_error, solution_error", "--rows", "method", "--value", "order",
        "--where", "measure=energy")
refused("columns that nothing has", r"no record has both the columns text and order", "--rows", "text", "--value", "order")
refused("no rows", r"table needs --rows", "--value", "order")
refused("no value", r"table needs --value", "--rows", "method")
refused("no such format", r"a table has no format pdf; write text, csv, md or latex", *wanted, "--format", "pdf")
refused("a condition without a value", r"write for example --where measure=energy_error", *wanted, "--where", "model")


# ---- plots ----
def plot(*arguments):
    return run(*arguments, command="plot")


# {title of the panel: {name of the curve: points}}, by what the script draws.
def read_script(text):
    data = {name: [tuple(map(float, line.split())) for line in block.split("\n") if line]
            for name, block in re.findall(r"^\$(\w+) << END\n(.*?)^END$", text, re.S | re.M)}
    look_of = {look: name.replace("''", "'") for look, name in re.findall(r"NaN with linespoints (.*?) title '((?:[^']|'')*)'", text)}
    panels = {}
    for panel in text.split("set lmargin")[1:]:
        title = re.search(r"^set title '(.*)'$", panel, re.M)
        if title:
            panels[title.group(1)] = {look_of[look]: data[name] for name, look in
                                      re.findall(r"\$(\w+) using 1:2 with linespoints (.*?)(?:, \\|$)", panel, re.M)}
    return panels


here = conditions(precision="double", initial="default")
status, text, error = plot("--x", "h", "--y", "solution_error", "--by", "method,projection", "--panel", "model", *here)
def expected_curves(x_of, measure="solution_error"):
    return {model: {"%s, %s" % (method, projection): sorted(zip(x_of(fit), fit["errors"])) for method in METHODS for projection in PROJECTIONS
                    for fit in [find(fits, model=model, method=method, projection=projection, precision="double", initial="default", measure=measure)]}
            for model in MODELS}
steps = lambda fit: [0.2, 0.1, 0.05]
conclude(status == 0 and read_script(text) == expected_curves(steps), "errors against the step", error + text)
conclude(read_script(text.replace("curve_1_1 <<", "x <<").replace("curve_1_2 <<", "curve_1_1 <<").replace("$x <<", "$curve_1_2 <<")) != expected_curves(steps),
         "control: exchanged curves are found")
conclude("set logscale x" in text and "set logscale y" in text, "with logarithmic axes")
status, text, error = plot("--x", "cost", "--y", "energy_error", "--by", "method,projection", "--panel", "model", *here)
conclude(status == 0 and read_script(text) == expected_curves(lambda fit: fit["evaluations"], "energy_error"), "errors against evaluations", error + text)
status, text, error = plot("--x", "bend", "--y", "order", "--by", "method", *conditions(model="first*", projection="none", precision="128", measure="energy_error"))
curves = {method: [(0.5, fit["order"])] for method in METHODS
          for fit in [find(fits, model=MODELS[0], method=method, projection="none", precision="128", measure="energy_error", parameters={"bend": "1/2"})]}
conclude(status == 0 and read_script(text) == {"": curves} and "logscale y" not in text, "orders against a parameter", error + text)
for form, opens in ("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF"):
    pictures = [subprocess.run([assay, "plot", path, "--x", "h", "--y", "energy_error", "--by", "method", "--panel", "projection", "--format", form,
                                *conditions(model="first*", precision="128", initial="default")], capture_output=True, cwd=work) for _ in range(2)]
    conclude(pictures[0].returncode == 0 and pictures[0].stdout.startswith(opens) and pictures[0].stdout == pictures[1].stdout,
             "a picture in %s, twice the same" % form, pictures[0].stderr)
conclude(b"gauss-2" in subprocess.run([assay, "plot", path, "--x", "h", "--y", "energy_error", "--by", "method", "--panel", "projection", "--format", "svg",
         *conditions(model="first*", precision="128", initial="default")], capture_output=True, cwd=work).stdout, "which names its curves")
error = refused("several values at one place of a curve", r"method = gauss-1, step = 1/5: there are 2 values, of points that differ in projection \(none, symmetric\)",
                "--x", "h", "--y", "energy_error", "--by", "method", *here, "--where", "model=first*", command="plot")
options = shlex.split(re.search(r"write (--where .*?), or", error).group(1))
conclude(plot("--x", "h", "--y", "energy_error", "--by", "method", *here, "--where", "model=first*", *options)[0] == 0, "the option in the message is pasted", error)
refused("no axis", "plot needs --y; write for example", "--x", "h", command="plot")
refused("no such format of a plot", "a plot has no format text; write gnuplot, svg, png or pdf", "--x", "h", "--y", "error", "--format", "text", command="plot")
refused("time as an axis", "a document has no course of runs in time; ", "--x", "t", "--y", "energy_error", command="plot")
refused("what is no number", "method = gauss-1 is no number", "--x", "method", "--y", "energy_error", command="plot")

# What a logarithmic axis cannot show is left out, and said.
for entry in document["fits"]:
    if entry["measure"] == "energy_error":
        entry["errors"] = [0.0, None, entry["errors"][2]]
path = os.path.join(work, "zeros.json")
json.dump(document, open(path, "w"))
status, text, error = plot("--x", "h", "--y", "energy_error", "--by", "method", *conditions(model="first*", projection="none", precision="128", initial="default"))
conclude(status == 0 and "left out of a logarithmic axis: 2 values of energy error" in text and
         all(len(points) == 1 for points in read_script(text)[""].values()), "zeros are left out, and counted", error + text)

# ---- other files ----
path = os.path.join(work, "other.json")
open(path, "w").write('{"assay": {}, "fits": []}')
refused("another document", r"other\.json: is not the document of a study; name the data/report\.json of a report", *wanted)
open(path, "w").write('{"assay": {},\n "fits": [')
refused("a document that is cut off", r"other\.json:2: ", *wanted)
print("1..%d" % count)
