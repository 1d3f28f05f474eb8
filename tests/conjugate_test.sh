#!/bin/sh
# Claims of conjugate symplecticity, of methods of which theory knows the answer.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh

# tableau NAME A B: a method file
tableau() {
    echo "return tableau { name = \"$1\", a = $2, b = $3 }" >"$temporary/$1.lua"
}
tableau late-digit '{ { 0, 0 }, { "1/2 + 10^-18", "1/2 - 10^-18" } }' '{ "1/2 + 10^-18", "1/2 - 10^-18" }'
collocation='{ { 0, 0, 0 }, { "5/24", "1/3", "-1/24" }, { "1/6", "2/3", "1/6" } }'
simpson='{ "1/6", "2/3", "1/6" }'
tableau collocation-4 "$collocation" "$simpson"
tableau mean-field '{ { 0, 0, 0 }, { "1/12", "1/3", "1/12" }, { "1/6", "2/3", "1/6" } }' "$simpson"
tableau eighth-digit '{ { 0, 0 }, { "0.50000001", "0.49999999" } }' '{ "0.50000001", "0.49999999" }'

audit 1 examples/trapezoidal.lua --on models/panel/skew-pendulum.lua --claim symplectic --claim conjugate-symplectic &&
    has "claim symplectic refuted" && has "claim conjugate-symplectic holds"
check "the trapezoidal rule is not symplectic, and conjugate to a method that is" $?
audit 0 examples/trapezoidal.lua --on models/panel/skew-pendulum.lua && has "claim conjugate-symplectic holds"
check "a file may claim that" $?
audit 1 "$temporary/eighth-digit.lua" --on models/panel/skew-pendulum.lua --claim conjugate-symplectic
check "with weights that are wrong in their eighth digit it is not" $?
audit 1 "$temporary/late-digit.lua" --claim conjugate-symplectic && ! has "0 of 4 hold" &&
    has "claim conjugate-symplectic refuted" && has "the rate over a period contains 8.787e-19 h" &&
    has "the trees of its coefficients make it conjugate to a symplectic method to order 1"
check "nor with those that are wrong in their 18th digit, of which double sees nothing: its drift and its trees say so" $?
audit 3 "$temporary/late-digit.lua" --on henon-heiles --claim conjugate-order=4 && has "the trees of its coefficients" &&
    ! has "claim conjugate-order refuted"
check "of a model that is named, whose orbits do not close, trees leave it open" $?
audit 1 "$temporary/late-digit.lua" --on models/panel/skew-pendulum.lua --claim conjugate-order=4 &&
    has "this mean over a period is not zero"
check "where they close, the drift refutes it" $?
audit 0 examples/trapezoidal.lua --claim conjugate-symplectic && ! has "the trees"
check "and say nothing against the trapezoidal rule" $?

audit 1 "$temporary/collocation-4.lua" --on models/panel/skew-pendulum.lua --claim conjugate-symplectic
check "symmetric collocation of order 4 is refuted" $?
audit 0 "$temporary/collocation-4.lua" --claim conjugate-order=6 && has "to a symplectic method to order 6"
check "it is conjugate symplectic to order 6 as its trees say" $?
audit 1 "$temporary/collocation-4.lua" --claim conjugate-order=7 && has "order 6.00 in"
check "and to no higher one" $?
audit 3 "$temporary/collocation-4.lua" --on kepler --claim conjugate-symplectic && has "claim conjugate-symplectic vacuous" &&
    has "cannot tell it from runge-kutta:lobatto-iiia-iiib-3/none"
check "an orbit that a reflection reverses cannot tell, and says so" $?
audit 3 "$temporary/mean-field.lua" --on henon-heiles --claim conjugate-symplectic &&
    has "the observable itself changes by no more than round-off"
check "of a method that keeps the energy a rate of the energy says nothing" $?
audit 1 runge-kutta:radau-iia-2 --on models/panel/twisted-torus.lua --claim conjugate-symplectic && has "secular_rate:action-1"
check "Radau's method drifts, also in an action" $?

audit 2 rk4 --claim conjugate-order && has "conjugate-order takes a whole number" &&
    audit 2 rk4 --claim conjugate-order=4 --claim conjugate-symplectic && has "are about the same drifts"
check "what is no such claim is refused" $?
echo 1..$number
