#!/bin/sh
# clients/python: a store and a document as records, frames of pandas, and claims as tests of pytest.  What needs pandas or pytest
# is skipped if /usr/bin/python3 has none; its name then says so.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
. tests/fixtures/check.sh
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
export ASSAY
PYTHONPATH=$(pwd)/clients/python
export PYTHONPATH PYTHONDONTWRITEBYTECODE=1
unset ASSAY_PATH ASSAY_STORE GITHUB_ACTIONS
python=/usr/bin/python3 # Debian's, which has what packages bring
[ -x $python ] || python=python3
cd "$temporary" || exit 1
say() { # NAME MODULE COMMAND...: checks it, or skips it where the module is not
    name=$1 module=$2
    shift 2
    if [ -n "$module" ] && ! "$python" -c "import $module" 2>/dev/null; then
        number=$((number + 1))
        echo "ok $number - $name # skip: python3-$module is not installed"
    else
        "$@" >said 2>&1
        status=$?
        [ $status -eq 0 ] || sed "s,^,# ," said | tail -12
        check "$name" $status
    fi
}
cat >assay.lua <<'end'
return study {
  title  = "A library", methods = { "rk4", "runge-kutta:gauss-1" }, precisions = { "double" },
  claims = { claim { method = "rk4", order = 4, source = "manual", on = "henon-heiles" },
             claim { method = "runge-kutta:gauss-1", order = 3, source = "a tutorial", on = "henon-heiles", fails = "issues/12" } } }
end
"$ASSAY" run assay.lua -q --jobs 1
"$ASSAY" report assay.lua --json >report.json 2>/dev/null
cat >records.py <<'end'
import json
from assay_results import gate, read
store, document = read("assay.sqlite"), read("report.json")
truth = json.load(open("report.json", encoding="utf-8"))
assert store.fits == document.fits and store.cells == document.cells and store.claims == document.claims
assert [fit["errors"] for fit in store.fits] == [fit["errors"] for fit in truth["fits"]] and {row["study"] for row in store.cells} == {"assay"}
points = [point for point in store.points if point["fit"] == truth["fits"][0]["id"]]
assert [point["error"] for point in points] == truth["fits"][0]["errors"] and points[0]["h"] == 2 * points[1]["h"] > 0
outcome = gate("assay.lua")
assert {check["state"] for check in outcome["checks"]} == {"as expected"} and len(outcome["checks"]) == 2
for wrong, exception in ("nothing.lua", RuntimeError), ("report.json", RuntimeError):
    try:
        gate(wrong)
    except exception as error:
        assert str(error).startswith("assay: "), error
    else:
        raise AssertionError(wrong)
end
say "a store and its document are the same records; gate is its document" "" "$python" records.py
cat >frames.py <<'end'
from assay_results import read
results = read("assay.sqlite")
fits, points, cells = (results.frame(name) for name in ("fits", "points", "cells"))
orders = fits[fits.measure == "solution_error"].set_index("method")["order"]
assert abs(orders["rk4"] - 4) < 0.1, orders
assert len(points) == sum(len(fit["step_sizes"]) for fit in results.fits) and points.error.dtype == float and "solution_error" in cells
end
say "frames of pandas" pandas "$python" frames.py
passes() {
    "$python" -m pytest -q -p assay_pytest -p no:cacheprovider -rx >tested 2>&1
    status=$?
    cat tested
    [ $status -eq 0 ] && grep -q '1 passed, 1 xfailed' tested && grep -q 'issues/12' tested
}
say "pytest: a test for each claim, and what is known to fail is xfailed" pytest passes
fails() {
    mkdir -p other
    sed 's/order = 4/order = 5/; s/order = 3/order = 2/' assay.lua >other/my-study.lua
    "$python" -m pytest -q -p assay_pytest -p no:cacheprovider other/my-study.lua --assay-options "--store assay.sqlite" >tested 2>&1
    status=$?
    cat tested
    [ $status -eq 1 ] && grep -q '2 failed' tested && grep -q 'rk4-order: expected holds, found refuted' tested &&
        grep -q 'gauss-1-order: expected refuted, found holds' tested && grep -q 'it no longer fails: close issues/12' tested
}
say "pytest: a claim that fails, and a failure that is gone" pytest fails
errors() {
    echo 'return study { title = 1 }' >other/bad.lua
    "$python" -m pytest -q -p assay_pytest -p no:cacheprovider other/bad.lua >tested 2>&1
    status=$?
    cat tested
    [ $status -eq 2 ] && grep -q 'assay: .*other/bad.lua: ' tested
}
say "pytest: a file that cannot be used" pytest errors
echo "1..$number"
