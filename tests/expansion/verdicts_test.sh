#!/bin/sh
# Verdicts on orders that slopes cannot decide: see test_hard_expansions.c.  Each is refuted, and right methods hold.
# Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
for digit in 25 40 60; do
    audit 1 tests/data/methods/hidden/digit-$digit.lua --on henon-heiles && has "claim order refuted"
    check "a coefficient that is wrong in its ${digit}th digit" $?
done
audit 1 tests/data/methods/hidden/small-term.lua --on henon-heiles && has "claim order refuted"
check "1e-8 h^2 + h^4" $?
audit 1 tests/data/methods/hidden/kutta-3.lua --on tests/data/models/one-state.lua && has "claim order refuted"
check "order 4 at one state and 3 at all others" $?
audit 1 runge-kutta:euler --on tests/data/models/vanishing.lua --claim order=2 && has "claim order refuted"
check "a leading term that vanishes at the data" $?
audit 0 gauss-1 --on massless-charged-particle --claim order=2 && has "claim order holds"
check "errors that come and go, of order 2" $?
audit 1 gauss-1 --on massless-charged-particle --claim order=3 && has "claim order refuted"
check "control: and not of order 3" $?
audit 0 runge-kutta:gauss-2 --on henon-heiles --claim order=4 && has "claim order holds"
check "control: the right coefficients hold" $?
# Random methods of all forms, as make studies has thousands of them: tests/audits/random_steps.py.
ASSAY=$ASSAY python3 tests/audits/random_steps.py --count 24 --jobs 1 >"$temporary/output"
check "expansions of 24 random methods of six forms, beside series of exact fractions" $?
echo "1..$number"
