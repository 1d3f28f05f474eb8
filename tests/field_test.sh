#!/bin/sh
# The audit of libraries (studies/field), without any library: what a library.json claims becomes studies that assay
# takes, and their reports become the rows of claims.csv and the pages.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh

# ---- reports to rows ----
mkdir -p "$temporary/field/sample"
cat >"$temporary/field/sample/claims.json" <<'END'
{ "name": "Sample", "version": "1.2", "calls": { "out": "out of place" }, "claims": [
  { "id": "order4-good", "group": "middle", "integrator": "good", "property": "order", "order": "4", "source": "manual, section 1", "note": "" },
  { "id": "order5-bad-out", "base": "bad", "form": "out", "group": "high", "integrator": "bad-out", "property": "order", "order": "5",
    "source": "header: \"fifth, or so\"", "note": "see reproduce.c" },
  { "id": "order8-lost", "group": "high", "integrator": "lost", "property": "order", "order": "8", "source": "manual", "note": "" },
  { "id": "symplectic-good", "group": "structure", "integrator": "good", "property": "symplectic", "order": "4", "source": "manual", "note": "" } ] }
END
# report REPORT CLAIM VERDICT FITS...: a report; a fit is "MODEL DATA VERDICT STATUS ORDER [ERRORS]"
report() {
    path=$temporary/field/sample/$1/data/report.json
    mkdir -p "${path%/*}"
    printf '{ "claims": [ { "id": "%s", "verdict": "%s", "evidence": "beside its runs" } ], "fits": [' "$2" "$3" >"$path"
    claim=$2
    shift 3
    between=
    for fit in "$@"; do
        # shellcheck disable=SC2086
        set -- $fit
        printf '%s{ "model": "%s", "initial": "%s", "method": "m", "verdict": "%s", "status": "%s", "order": %s, "errors": %s, "used": [true, true, false],
            "slopes": [4.5, 2.2], "reason": "order %s; claimed: at least 4", "claims": [ { "id": "%s" } ] }' \
            "$between" "$1" "$2" "$3" "$4" "$5" "${6:-[0.1,0.01,0.001]}" "$5" "$claim" >>"$path"
        between=,
    done
    echo ' ] }' >>"$path"
}
report good.middle order4-good inconclusive "kepler default holds ok 3.996" "kepler rounder holds ok 9.9" "lorenz default inconclusive not-asymptotic null"
report bad-out.high order5-bad-out refuted "kepler default refuted ok 1.02"
report good.structure symplectic-good inconclusive "kepler default inconclusive ok null [null,0.1,2.5e-9]"
cat >"$temporary/expected" <<'END'
library,version,integrator,form,claim,citation,verdict,evidence,command
Sample,1.2,good,,order 4,"manual, section 1",inconclusive,kepler 4.00; lorenz open,FIELD_INTEGRATORS=good ./assay run out/field/sample/good.middle.lua
Sample,1.2,bad,out,order 5,"header: ""fifth, or so""",refuted,kepler 1.02,FIELD_INTEGRATORS=bad-out ./assay run out/field/sample/bad-out.high.lua
Sample,1.2,lost,,order 8,manual,missing,,FIELD_INTEGRATORS=lost ./assay run out/field/sample/lost.high.lua
Sample,1.2,good,,symplectic,manual,inconclusive,kepler 2.5e-09,FIELD_INTEGRATORS=good ./assay run out/field/sample/good.structure.lua
END
python3 studies/field/field.py summary "$temporary/field" >"$temporary/output" 2>&1
cmp "$temporary/field/claims.csv" "$temporary/expected" >>"$temporary/output" 2>&1
check "claims.csv has each claim, what was measured and the verdict" $?
grep -q '^field: 0 claims hold, 1 are refuted, 3 are open.$' "$temporary/output"
check "a claim without a report is open, and never holds" $?
page="$temporary/field/sample/index.html"
cp "$page" "$temporary/output"
has '<tr class="refuted"><td>bad<br><small>out of place</small>' && has '<small>see reproduce.c' &&
    grep -q '<td>bad' "$temporary/field/index.html" && ! grep -q '<td>good' "$temporary/field/index.html"
check "the page of the field shows what is refuted, that of the library every claim, and how it was called" $?
has 'lorenz: errors fall from 1.0e-01 to 1.0e-02 with slopes 4.50, too unsteady to say whether they tend to 4; at smaller steps they are round-off.'
check "what is open is open for a reason that is said" $?
sed -i 's/"refuted"/"holds"/' "$temporary/field/sample/bad-out.high/data/report.json"
python3 studies/field/field.py summary "$temporary/field" >"$temporary/output" 2>&1
! cmp -s "$temporary/field/claims.csv" "$temporary/expected"
check "control: another verdict is another row" $?

# ---- further looks at what is open ----
looks() { # VERDICT EVIDENCE: whether the claim that one look left open on lorenz is now seen so
    python3 studies/field/field.py summary "$temporary/field" >"$temporary/output" 2>&1
    grep '^Sample,1.2,good,,order 4' "$temporary/field/claims.csv" >"$temporary/output"
    has ",$1,$2,"
}
report good.middle.lorenz.2 order4-good inconclusive "lorenz other inconclusive not-asymptotic null"
looks inconclusive "kepler 4.00; lorenz open"
check "a second look that decides nothing leaves a claim open" $?
report good.middle.lorenz.3 order4-good vacuous "lorenz default vacuous ok 4.01"
looks inconclusive "kepler 4.00; lorenz open"
check "nor does one that is vacuous" $?
report good.middle.lorenz.3 order4-good holds "lorenz default holds ok 4.02"
looks holds "kepler 4.00; lorenz 4.02"
check "a look that sees the order decides" $?
report good.middle.lorenz.3 order4-good inconclusive "lorenz default holds ok 4.02"
looks inconclusive "kepler 4.00; lorenz 4.02; beside its runs"
check "a look whose runs hold, and of which an audit knows better, leaves it open and says why" $?
report good.middle.lorenz.3 order4-good refuted "lorenz default refuted ok 2.01" "lorenz other refuted ok 2.02"
looks refuted "kepler 4.00; lorenz 2.01"
check "and so does one that refutes it" $?
report good.middle order4-good inconclusive "kepler default inconclusive not-asymptotic null" "lorenz default inconclusive not-asymptotic null"
report good.middle.lorenz.3 order4-good holds "lorenz default holds ok 4.02"
looks inconclusive "kepler open; lorenz 4.02"
check "control: another model that is open keeps the claim open" $?
report good.middle order4-good holds "kepler default holds not-asymptotic null" "lorenz default holds ok 4.03"
looks holds "kepler (order null); lorenz 4.03"
check "what holds without an order says by what, and is never open" $?

# ---- claims to studies ----
cat >"$temporary/studies.py" <<'END'
import sys
sys.path.insert(0, "studies/field")
sys.dont_write_bytecode = True
import field
library = {"name": "Sample", "driver": "python3 %s/driver.py" % sys.argv[1], "depends": ["%s/driver.py" % sys.argv[1]], "claims": [
    {"integrator": "one", "forms": ["", "-out"], "order": 1, "symplectic": True, "separable": True, "source": "a \"source\""},
    {"integrator": "four", "order": 4, "source": "s"}, {"integrator": "five", "order": 5, "source": "s"}, {"integrator": "five", "order": 6, "again": True, "source": "s"},
    {"integrator": "eight", "order": 8, "models": ["kepler"], "source": "s"}, {"integrator": "twelve", "order": 12, "source": "s"},
    {"integrator": "lost", "convergent": True, "source": "s"}, {"integrator": "three", "order": 3, "coarse": True, "autonomous": True, "source": "s"}]}
for (integrator, group), claims in field.studies_of(field.list_claims(library)).items():
    field.write_study(library, "1", integrator, group, claims, "%s/%s.%s.lua" % (sys.argv[1], integrator, group))
    field.write_study(library, "1", integrator, group, claims, "%s/%s.%s.few.lua" % (sys.argv[1], integrator, group), field.FEW[0])
    for model in "kepler", "lorenz":
        field.write_study(library, "1", integrator, group, [dict(each, models=[model]) for each in claims],
                          "%s/%s.%s.%s.2.lua" % (sys.argv[1], integrator, group, model), field.SHIFTED[0])
END
cat >"$temporary/driver.py" <<END
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "$PWD/clients/python")
from assay_client import serve
serve({name: lambda f, t, h, z: z for name in sys.argv[1:]})
END
cp studies/field/*.lua "$temporary"
python3 "$temporary/studies.py" "$temporary" >"$temporary/output" 2>&1
check "a library becomes studies" $?
# A shard without a curve computes nothing, and the store knows what the program has.
plan() { # STUDY
    "$ASSAY" run "$1" --shard 9999/9999 --store "$temporary/store.sqlite" >"$output" 2>&1 &&
        "$ASSAY" run "$1" --dry-run --store "$temporary/store.sqlite" >"$output" 2>&1 && has "cells to compute"
}
for study in one.low three.coarse four.middle five.high eight.highest twelve.highest lost.convergent lost.convergent.few five.again one-out.structure; do
    plan "$temporary/$study.lua"
    check "assay takes the study $study" $?
done
grep -q '/one-out/' "$temporary/output" && ! grep -q '/one/' "$temporary/output"
check "a study has the integrator that it is about, in its form" $?

for study in eight.highest.kepler.2 four.middle.lorenz.2; do
    plan "$temporary/$study.lua" && has /other/ || has /rounder/
    check "assay takes $study, which begins with other data" $?
done

# ---- how to look again ----
cat >"$temporary/looks.py" <<'END'
import sys
sys.path.insert(0, "studies/field")
sys.dont_write_bytecode = True
import field
def fit(status, error, used=False):
    return {"status": status, "errors": [None, error], "used": [False, used]}
assert field.looks_at(fit("broke-down", None), "convergent") == field.FEW
assert field.looks_at(fit("too-few", 3.0), "convergent") == []
assert field.looks_at(fit("broke-down", None), "middle") == []
assert field.looks_at(fit("broke-down", 0.15), "middle") == field.FAR
assert field.looks_at(fit("not-asymptotic", 1e-14), "middle") == field.SHIFTED
assert field.looks_at(fit("not-asymptotic", 1e-8, True), "middle")[0] == field.FINER[0]
END
python3 "$temporary/looks.py" >"$temporary/output" 2>&1
check "what is looked at again depends on why it is open" $?

# ---- what an audit knows beside runs ----
cat >"$temporary/clock.py" <<END
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "$PWD/clients/python")
from assay_client import serve
def midpoint(f, t, h, z):
    k = f(t, z)
    k = f(t + h / 2, [a + h / 2 * b for a, b in zip(z, k)])
    return [a + h * b for a, b in zip(z, k)]
def euler(f, t, h, z):
    return [a + h * b for a, b in zip(z, f(t, z))]
serve({name: lambda f, t, h, z: euler(f, t, h, z) if name == "low" else midpoint(f, t, h * (1 + 1e-7) if name == "late" else h, z)
       for name in sys.argv[1:2]})
END
cat >"$temporary/heard.py" <<'END'
import json
import sys
sys.path.insert(0, "studies/field")
sys.dont_write_bytecode = True
import field
place = sys.argv[1]
library = {"name": "Sample", "driver": "python3 %s/clock.py" % place, "depends": ["%s/clock.py" % place],
           "claims": [{"integrator": each, "order": 2, "slow": True, "models": ["henon-heiles"], "source": "s"} for each in ("late", "right", "low")]}
claims = field.list_claims(library)
field.write_claims(place, library, "1", claims)
for (integrator, group), members in field.studies_of(claims).items():
    field.look(library, "1", integrator, group, members, place, sys.stderr)
late, right, low = field.pages.summarise(place)
assert right["verdict"] == "holds" and not right["reasons"], right
assert low["verdict"] == "refuted" and "; counterexample H = " in low["evidence"], low
assert "FIELD_INTEGRATORS=low ./assay audit" in low["reasons"][-1] and " --claim order=2 --store " in low["reasons"][-1], low
path, claim = place + "/low.slow", claims[2]
assert field.pages.counterexample_to(path, claim) and not field.pages.counterexample_to(place + "/right.slow", claims[1])
with open(path + ".example/known.json", encoding="utf-8") as file:
    known = json.load(file)
known["claims"][0]["counterexample"]["autonomous"] = False
with open(path + ".example/known.json", "w", encoding="utf-8") as file:
    json.dump(known, file)
assert field.pages.counterexample_to(path, claim) and not field.pages.counterexample_to(path, dict(claim, autonomous=True))
assert late["verdict"] == "inconclusive" and "too long by 1.0e-07 of h" in late["evidence"] and late["reasons"][0] in late["evidence"] + ".", late
END
mkdir -p "$temporary/heard" && mv "$temporary/clock.py" "$temporary/heard"
python3 "$temporary/heard.py" "$temporary/heard" >"$temporary/output" 2>&1
check "an order that holds in steps that are too long is open, as in an audit; one that is refuted has a counterexample, of the time where the claim is; control: with right steps it holds" $?

# ---- one at a time ----
cat >"$temporary/lock.py" <<'END'
import os
import sys
sys.path.insert(0, "studies/field")
sys.dont_write_bytecode = True
import field
field.OUT = sys.argv[1]
field.read_library = lambda folder: None
def audit_alone(library, place):
    field.audit("sample")
field.audit_alone = audit_alone
field.audit("sample")
END
python3 "$temporary/lock.py" "$temporary/locked" >"$temporary/output" 2>&1
[ $? -eq 1 ] && has "another field.py is auditing sample in $temporary/locked/sample; wait until it ends"
check "a library is audited by one at a time" $?
python3 studies/field/field.py audit nonesuch >"$temporary/output" 2>&1
[ $? -eq 1 ] && has "no library 'nonesuch'; the libraries are arkode, "
check "a library that is not there is refused" $?

# ---- programs of the library alone ----
cat >"$temporary/programs.py" <<'END'
import os
import sys
sys.path.insert(0, "studies/field")
sys.dont_write_bytecode = True
import field
place = sys.argv[1]
library = {"folder": "sample", "name": "Sample", "reproduce": "echo run >>%s/runs; echo order 1.00" % place}
for version in "1", "1", "2":
    field.reproduce(library, version, place, sys.stderr)
assert len(open(os.path.join(place, "runs")).readlines()) == 2
assert open(os.path.join(place, "reproduce.txt")).readlines()[1:] == ["order 1.00\n"]
END
python3 "$temporary/programs.py" "$temporary" >"$temporary/output" 2>&1
check "a program of the library alone is run once a version" $?
echo "1..$number"
