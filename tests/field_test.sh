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
{ "name": "Sample", "version": "1.2", "claims": [
  { "id": "order4-good", "group": "middle", "integrator": "good", "property": "order", "order": "4", "source": "manual, section 1", "note": "" },
  { "id": "order5-bad", "group": "high", "integrator": "bad", "property": "order", "order": "5", "source": "header: \"fifth, or so\"", "note": "see reproduce.c" },
  { "id": "order8-lost", "group": "high", "integrator": "lost", "property": "order", "order": "8", "source": "manual", "note": "" },
  { "id": "symplectic-good", "group": "structure", "integrator": "good", "property": "symplectic", "order": "4", "source": "manual", "note": "" } ] }
END
cat >"$temporary/field/sample/good.middle.json" <<'END'
{ "claims": [ { "id": "order4-good", "verdict": "holds" } ],
  "fits": [
    { "model": "kepler", "initial": "default", "method": "good", "order": 3.996, "errors": [0.1], "claims": [ { "id": "order4-good" } ] },
    { "model": "kepler", "initial": "rounder", "method": "good", "order": 9.9, "errors": [0.1], "claims": [ { "id": "order4-good" } ] },
    { "model": "lorenz", "initial": "default", "method": "good", "order": null, "errors": [], "claims": [ { "id": "order4-good" } ] } ] }
END
cat >"$temporary/field/sample/bad.high.json" <<'END'
{ "claims": [ { "id": "order5-bad", "verdict": "refuted" } ],
  "fits": [
    { "model": "kepler", "initial": "default", "method": "bad", "order": 1.02, "errors": [0.1], "claims": [ { "id": "order5-bad" } ] } ] }
END
cat >"$temporary/field/sample/good.structure.json" <<'END'
{ "claims": [ { "id": "symplectic-good", "verdict": "inconclusive" } ],
  "fits": [ { "model": "kepler", "initial": "default", "method": "good", "order": null, "errors": [null, 2.5e-9], "claims": [ { "id": "symplectic-good" } ] } ] }
END
cat >"$temporary/expected" <<'END'
library,version,integrator,claim,source,measured,verdict
Sample,1.2,good,order 4,"manual, section 1",kepler 4.00; lorenz none,holds
Sample,1.2,bad,order 5,"header: ""fifth, or so""",kepler 1.02,refuted
Sample,1.2,lost,order 8,manual,,missing
Sample,1.2,good,symplectic,manual,kepler 2.5e-09,inconclusive
END
python3 studies/field/field.py summary "$temporary/field" >"$temporary/output" 2>&1
cmp "$temporary/field/claims.csv" "$temporary/expected" >>"$temporary/output" 2>&1
check "claims.csv has each claim, what was measured and the verdict" $?
grep -q '^field: 1 claims hold, 1 are refuted, 2 are open.$' "$temporary/output"
check "a claim without a report is open, and never holds" $?
page="$temporary/field/sample/index.html"
grep -q '<tr class="refuted"><td>bad' "$page" && grep -q '<small>see reproduce.c' "$page" && grep -q '<td>bad' "$temporary/field/index.html" &&
    ! grep -q '<td>good' "$temporary/field/index.html"
check "the page of the field shows what is refuted, that of the library every claim" $?
sed -i 's/"refuted"/"holds"/' "$temporary/field/sample/bad.high.json"
python3 studies/field/field.py summary "$temporary/field" >"$temporary/output" 2>&1
! cmp -s "$temporary/field/claims.csv" "$temporary/expected"
check "control: another verdict is another row" $?

# ---- claims to studies ----
cat >"$temporary/studies.py" <<'END'
import sys
sys.path.insert(0, "studies/field")
sys.dont_write_bytecode = True
import field
library = {"name": "Sample", "driver": "python3 %s/driver.py" % sys.argv[1], "depends": ["%s/driver.py" % sys.argv[1]], "claims": [
    {"integrator": "one", "forms": ["", "-out"], "order": 1, "symplectic": True, "separable": True, "source": "a \"source\""},
    {"integrator": "four", "order": 4, "source": "s"}, {"integrator": "five", "order": 5, "source": "s"}, {"integrator": "five", "order": 6, "again": True, "source": "s"},
    {"integrator": "eight", "order": 8, "models": ["kepler"], "source": "s"}, {"integrator": "three", "order": 3, "coarse": True, "autonomous": True, "source": "s"}]}
for (integrator, group), claims in field.studies_of(field.list_claims(library)).items():
    field.write_study(library, "1", integrator, group, claims, "%s/%s.%s.lua" % (sys.argv[1], integrator, group))
END
cat >"$temporary/driver.py" <<END
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "$PWD/clients/python")
from assay_client import serve
serve({name: lambda f, t, h, z: z for name in sys.argv[1:]})
END
python3 "$temporary/studies.py" "$temporary" >"$temporary/output" 2>&1
check "a library becomes studies" $?
for study in one.low three.coarse four.middle five.high eight.high five.again one-out.structure; do
    "$ASSAY" run "$temporary/$study.lua" --dry-run --store "$temporary/store.sqlite" >"$temporary/output" 2>&1
    check "assay takes the study $study" $?
done
grep -q '/one-out/' "$temporary/output" && ! grep -q '/one/' "$temporary/output"
check "a study has the integrator that it is about, in its form" $?

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
