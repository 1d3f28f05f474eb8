#!/bin/sh
# The shipped gate: every method with every projection, in under a minute, and what steps and longer runs preserve; and
# the same with claims that are wrong.
set -u
: "${ASSAY:=./assay}"
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
ASSAY_STORE=$temporary/store.sqlite
export ASSAY_STORE

"$ASSAY" gate studies/ci.lua --junit "$temporary/out.xml" --summary "$temporary/out.md" >"$temporary/out" 2>"$temporary/err"
status=$?
if [ $status -eq 0 ] && ! grep -q '<failure' "$temporary/out.xml"; then
    echo "ok 1 - gate studies/ci.lua: $(tail -n 1 "$temporary/out")"
else
    echo "not ok 1 - gate studies/ci.lua ended with $status"
    sed 's/^/# /' "$temporary/out" | head -20
fi

# The radau-iia methods are of order 2 s - 1, not 2 s; a refutation takes two initial data.
sed -e 's/at_least "2\*s - 1"/at_least "2*s"/' studies/ci.lua >"$temporary/wrong.lua"
"$ASSAY" gate "$temporary/wrong.lua" -v --only 'radau-iia-*' --junit "$temporary/wrong.xml" >"$temporary/out" 2>&1
status=$?
if [ $status -eq 1 ] && grep -q '<failure' "$temporary/wrong.xml" && grep -q 'found refuted' "$temporary/out"; then
    echo "ok 2 - control: an order declared too high fails the gate"
else
    echo "not ok 2 - an order declared too high: the gate ended with $status"
    sed 's/^/# /' "$temporary/out" | head -20
fi

# Interrupted: a status of its own, and no JUnit file of an earlier gate that could pass for its outcome.
cp "$temporary/out.xml" "$temporary/stale.xml"
timeout --preserve-status -s TERM 0.5 "$ASSAY" gate studies/ci.lua --store "$temporary/other.sqlite" \
    --junit "$temporary/stale.xml" >"$temporary/out" 2>"$temporary/err"
status=$?
if [ $status -eq 3 ] && [ ! -s "$temporary/stale.xml" ] && grep -q '^assay: interrupted' "$temporary/err"; then
    echo "ok 3 - an interrupted gate says so and leaves no file of an earlier one"
else
    echo "not ok 3 - an interrupted gate ended with $status"
fi
# What can be refused is refused before anything is computed.
"$ASSAY" gate studies/ci.lua --store "$temporary/untouched.sqlite" --allow maybe >"$temporary/out" 2>"$temporary/err"
status=$?
if [ $status -eq 2 ] && [ "$(wc -l <"$temporary/err")" -eq 1 ] && [ ! -e "$temporary/untouched.sqlite" ]; then
    echo "ok 4 - a wrong --allow is refused before anything is computed"
else
    echo "not ok 4 - a wrong --allow ended with $status"
fi

# What steps preserve, and longer runs.
"$ASSAY" gate studies/ci-*.lua --junit "$temporary/long.xml" >"$temporary/out" 2>"$temporary/err"
status=$?
if [ $status -eq 0 ] && ! grep -q '<failure' "$temporary/long.xml"; then
    echo "ok 5 - gate studies/ci-*.lua: $(tail -n 1 "$temporary/out")"
else
    echo "not ok 5 - gate studies/ci-*.lua ended with $status"
    sed 's/^/# /' "$temporary/out"
fi

# Wrong claims, one for each kind of measure: most cells are in the store already.
wrong() { # number, study, what is wrong, command for sed, part of a line that must be found
    sed -e "$4" "studies/$2.lua" >"$temporary/$2.lua"
    "$ASSAY" gate "$temporary/$2.lua" -v >"$temporary/out" 2>"$temporary/err"
    status=$?
    if [ $status -eq 1 ] && grep -q "^differs *$5" "$temporary/out"; then
        echo "ok $1 - control: $3 fails the gate"
    else
        echo "not ok $1 - $3: the gate ended with $status"
        sed 's/^/# /' "$temporary/out" | head -20
    fi
}
wrong 6 ci-steps 'a projection declared symmetric that is not' '/^denied("K25-standard"/s/denied/claim/; s/"K25-standard", symmetry, methods, "standard",/& true,/' \
    'point-vortices/.*/standard/200/symmetry_defect: expected holds, found refuted'
wrong 7 ci-steps 'a check that cannot fail, declared to be one' '/^vacuous("lotka-volterra"/d' \
    'lotka-volterra/.*/symmetric/200/symmetry_defect: expected holds, found vacuous'
wrong 8 ci-geometry 'the form of the other projections, declared for the symplectic one' 's/"K22", "corrected"/"K22", "noncanonical"/' \
    'massless-charged-particle/.*/symplectic/double/poincare_1:noncanonical: expected holds, found refuted'
wrong 9 ci-growth "an explicit method's growth declared bounded" '/^claim("rk4"/s/"secular"/"bounded"/' \
    'point-vortices/.*/rk4/none/double/growth:energy: expected holds, found refuted'
wrong 10 ci-long 'a run declared stable that leaves the constraint' '/^claim("leaves"/,/value/s/below "15000"/above "19000"/' \
    'massless-charged-particle/.*/none/double/stable_steps: expected holds, found refuted'
wrong 11 ci-ode "the symplecticity of an explicit method" '/^  expect /d' 'symplectic-rk4: expected holds, found refuted'
wrong 12 ci-alone 'a check that cannot fail, of one method alone, declared to be one' '/^  expect /d' \
    'lotka-volterra/.*/symplectic/128/symplectic_defect: expected holds, found vacuous'
wrong 13 ci-mclachlan1994 "the Poisson property of an explicit method" '/^  expect /d' 'poisson-rk4: expected holds, found refuted'
wrong 14 ci-mclachlan2013 "the symplecticity of an explicit method" '/^  expect /d' \
    'symplectic-rk4: expected holds, found refuted'
wrong 15 ci-leimkuhler1994 'a form preserved in all of R^2n that is preserved on the manifold alone' '/^  expect /,/^  },/d' \
    'pendulum/default/runge-kutta:gauss-1/none/200/symplectic_defect:ambient: expected holds, found refuted'
wrong 16 ci-nonholonomic 'a constraint kept in the second form' '/^  expect /d' 'constraint-second: expected holds, found refuted'
wrong 17 ci-events 'a wheel that is aligned at every cusp' '/^  expect /d' 'not-aligned: expected holds, found refuted'
wrong 18 ci-cotangent 'the hidden constraint, kept by SHAKE' '/^  expect /,/momentum-rk4/d' 'hidden: expected holds, found refuted'
if STUDY="studies/ci-cotangent.lua studies/ci-leimkuhler1994.lua studies/ci.lua" tests/gate_runs.sh check >"$temporary/out" 2>&1; then
    echo "ok 19 - the variants that tests/gate_runs.sh makes are studies"
else
    echo "not ok 19 - $(tail -n 1 "$temporary/out")"
fi
echo "1..19"
