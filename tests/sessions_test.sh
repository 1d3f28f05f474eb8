#!/bin/sh
# Sessions of shared objects that are zero-stable, and one that is not: its order is refuted by how its errors grow.
# Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
compile() { # NAME OPTIONS...
    name=$1
    shift
    ${CC:-cc} -std=c11 -O2 -shared -fPIC "$@" -Iclients/c tests/data/audit/sessions.c -o "$temporary/$name.so"
}
compile right && compile unstable -DUNSTABLE

audit 0 "$temporary/right.so" --on henon-heiles && ! grep -q 'not zero-stable' "$temporary/output"
check "the orders of leapfrog, of Adams and Bashforth and of BDF hold" $?
audit 1 "$temporary/unstable.so" --on henon-heiles &&
    grep -q '^claim order refuted: the method is not zero-stable: .* its errors grow 5 times with every step' "$temporary/output"
check "the explicit method of two steps and order 3 is refuted by its growth" $?
audit 3 "$temporary/unstable.so" --on henon-heiles --claim energy && ! grep -q '^claim energy refuted' "$temporary/output"
check "control: of what a run keeps the growth says nothing" $?
echo "1..$number"
