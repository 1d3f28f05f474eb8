#!/bin/sh
# The quick part of the fault catalogue; and that the catalogue can miss a fault, and says where one no longer applies.
set -u
cd "$(dirname "$0")/.." || exit 1
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

# A fault that is none, and one for a source that says something else.
cat >"$temporary/harmless.fault" <<'FAULT'
file integrators/methods/projection.c
check gate studies/ci.lua gauss-1/symmetric/200/energy_error
-/* The projections of Kraus (2017): see projection.h. */
+/* The projections of Kraus: see projection.h. */
FAULT
cat >"$temporary/elsewhere.fault" <<'FAULT'
file integrators/methods/projection.c
check gate studies/ci.lua gauss-1/symmetric/200/energy_error
-        .perturb_weight = PROJECTION_ONE,
+        .perturb_weight = PROJECTION_R_INFINITY,
FAULT
tests/faults.sh --quick "$temporary/harmless.fault" "$temporary/elsewhere.fault" >"$temporary/out" 2>&1
grep '^ok\|^not ok' "$temporary/out" | grep -v '^not ok - \(harmless\|elsewhere\): '
grep -q '^[1-9][0-9]* caught, 2 missed$' "$temporary/out" || sed 's/^/# /' "$temporary/out"
if grep -q '^not ok - harmless: missed' "$temporary/out"; then
    echo "ok - control: a fault that changes nothing is missed"
else
    echo "not ok - control: a fault that changes nothing"
    sed 's/^/# /' "$temporary/out"
fi
if grep -q '^not ok - elsewhere: .*exactly once' "$temporary/out"; then
    echo "ok - control: a fault whose lines occur three times is refused"
else
    echo "not ok - control: a fault whose lines occur three times"
    sed 's/^/# /' "$temporary/out"
fi
