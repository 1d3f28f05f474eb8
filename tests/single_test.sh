#!/bin/sh
# Methods with too few bits.  In single precision they are judged by its round-off: what is right in 24 bits is not refuted,
# what is wrong is, and a single component that loses digits is, too.  In double alone the slopes of order 8 have not settled
# where round-off begins, and rooted trees say what a step has.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
# The methods of which the measure is refuted.
refuted() { # MEASURE
    sed -n "s|^refuted *[^/]*/[^/]*/\([^/]*\)/none/double/$1: .*|\1|p" "$temporary/output" | sort -u | tr '\n' ' '
}
${CC:-cc} -std=c11 -O2 -shared -fPIC -Iclients/c tests/data/audit/single.c -o "$temporary/single.so"

audit 1 "$temporary/single.so" --on exchanged-kepler && [ -z "$(refuted solution_error)" ] &&
    grep -q '/so-float-classical/.*; its states are numbers of 24 bits; .*round-off hides the finest' "$temporary/output"
check "orders that are right in 24 bits are left open, with that reason" $?
grep -q '^claim order:so-last refuted: so-last: number 4 of its state has no more than 24 bits' "$temporary/output"
check "the order is refuted of a method with a single component that is so" $?
[ "$(grep -c '^    precision  *not applicable its states are numbers of 24 bits, single precision' "$temporary/output")" -eq 3 ]
check "three methods are said to be in single precision" $?
[ "$(awk '/^relations of/ { method = $3 } $2 == "differs" { print method, $1 }' "$temporary/output" | tr '\n' ' ')" = \
    "so-last, permutation so-last, affine so-last, exchange so-last, product so-last, nearby so-float-verlet, exchange " ]
check "relations differ of the single component, and of halves that are stepped in turn" $?
audit 1 "$temporary/single.so" --on exchanged-kepler --claim symmetric --claim symplectic && [ "$(refuted symmetry_defect)" = "so-float-heun so-last " ] &&
    [ -z "$(refuted bilinear_defect:step)" ]
check "symmetric is refuted of Heun's method in 24 bits and of the single component, not of Stoermer-Verlet" $?
audit 1 "$temporary/single.so" --on quartic-momentum --claim order=4 && [ "$(refuted solution_error)" = "so-float-heun so-float-verlet " ]
check "control: orders that are wrong are refuted in 24 bits, of Stoermer-Verlet by steps between those of the study" $?

# ---- order 8 ----

compile() { # COMMAND of sed: fehlberg.so
    sed -e "$1" tests/data/audit/fehlberg.c >"$temporary/fehlberg.c"
    ${CC:-cc} -std=c11 -O2 -shared -fPIC -Iclients/c "$temporary/fehlberg.c" -o "$temporary/fehlberg.so"
}

compile ''
audit 0 "$temporary/fehlberg.so" --on kepler && has "claim order holds: 1 of 1 hold" && has "all rooted trees to order 8"
check "Fehlberg's method of order 8 holds in double alone, by its trees and its runs" $?
grep -v 'trees = 8' "$temporary/out/audit-fehlberg-8.lua" >"$temporary/without.lua"
"$ASSAY" run "$temporary/without.lua" -v --store "$temporary/store.sqlite" --out "$temporary/without" >"$temporary/output" 2>&1
has "claim order inconclusive: 0 of 1 hold"
check "control: the runs alone leave it open" $?
audit 3 "$temporary/fehlberg.so" --on kepler --claim order=9 && has "claim order inconclusive: 0 of 1 hold"
check "control: one more does not hold" $?
compile 's|17\. / 6, -1\. / 12|17. / 6 + 1e-10, -1. / 12|'
cmp -s "$temporary/fehlberg.c" tests/data/audit/fehlberg.c
[ $? -eq 1 ] && ! audit 0 "$temporary/fehlberg.so" --on kepler && ! has "rooted trees"
check "control: nor does it with a coefficient that is wrong in its 10th digit" $?
compile '/double c\[/,/};/s|2\. / 3,|2. / 3 + 1e-10,|'
cmp -s "$temporary/fehlberg.c" tests/data/audit/fehlberg.c
[ $? -eq 1 ] && ! audit 0 "$temporary/fehlberg.so" --on modulated-pendulum && ! has "rooted trees"
check "control: nor with a stage at a wrong time" $?
echo "1..$number"
