#!/bin/sh
# Methods that are wrong where few models look, and right ones that look wrong: tests/data/audit/hidden.c.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh

compile() { # NAME
    ${CC:-cc} -std=c11 -O2 -Wall -Wextra -shared -fPIC -Iclients/c "tests/data/audit/$1.c" -lmpfr -lm -o "$temporary/$1.so" 2>"$output"
}
claims() { # VERDICT METHODS...: whether the orders of these methods have that verdict, and no others
    verdict=$1
    shift
    [ "$(sed -n "s/^claim order:\([^ ]*\) $verdict: .*/\1/p" "$output" | tr '\n' ' ')" = "$* " ]
}
compile hidden
check "the methods are compiled" $?
audit 1 "$temporary/hidden.so" --on forced-position && claims refuted so-clock-not-here
[ $? -eq 1 ] && claims holds so-blocks so-clock so-loop
check "one degree of freedom, from t = 0 on, shows none of them" $?
audit 1 "$temporary/hidden.so" --on ring && claims refuted so-blocks && has "claim order:so-loop not applicable: it does not step on ode models"
check "seven coordinates show what is right for blocks of four" $?
audit 1 "$temporary/hidden.so" --on modulated-chain && claims refuted so-blocks so-clock so-loop
check "three degrees of freedom, from another time on, show the clocks" $?
! has "claim order:so-warm refuted"
check "an iteration that remembers where it ended is not refuted as one that is no map" $?

# What one of them does elsewhere is no reason to doubt another, whose equations nobody knows to be the same.
cat >"$temporary/both.lua" <<END
return study { title = "both", source = "test", models = { "lorenz", "ring" }, methods = { "$temporary/hidden.so" }, projections = { "none" },
  steps = halving("1/32", 6), untiltime = "1/2", precisions = { "double" },
  witness = { lorenz = "other", ring = "other" }, measures = { "solution_error" },
  claims = { { id = "blocks", method = "so-blocks", projection = "none", measure = "solution_error", order = at_least(2), source = "test" },
             { id = "clock", method = "so-clock", projection = "none", measure = "solution_error", order = at_least(2), source = "test" } } }
END
"$ASSAY" run "$temporary/both.lua" -v --store "$temporary/store.sqlite" --out "$temporary/both" >"$output" 2>&1
has "claim blocks refuted" && has "claim clock holds: 2 of 2 hold"
check "methods that are not ours are not compared with each other" $?

compile branches && audit 3 "$temporary/branches.so" --on henon-heiles && has "claim order inconclusive: it was measured to hold in MPFR, but steps in double" &&
    has "1 of 1 hold"
check "runs in MPFR do not speak for a double branch that is another method" $?
sed 's/#define SHARE 0/#define SHARE 1/; s/"branches.c"/"same.c"/; s/so-branches/so-same/' tests/data/audit/branches.c >"$temporary/same.c"
${CC:-cc} -std=c11 -O2 -shared -fPIC -Iclients/c "$temporary/same.c" -lmpfr -o "$temporary/same.so" && audit 0 "$temporary/same.so" --on henon-heiles
check "control: where it is the same one, the order holds" $?

# ---- what is exact at the initial data alone ----

# A step back over four times as many parts ends beside the start, if the step there went across the bound.
compile switched && audit 1 "$temporary/switched.so" --on kepler --claim symmetric --claim reversible
has "claim symmetric:so-switched refuted: 0 of 1 hold" && has "claim reversible:so-switched refuted: 0 of 1 hold"
check "a method that is symmetric at the initial data and not at others is refuted, by one set of data" $?
has "claim symmetric:so-substeps holds" && has "claim reversible:so-substeps holds"
check "control: with as many parts everywhere it holds" $?

outputs() { # WHICH
    ${CC:-cc} -std=c11 -O2 -Wall -Wextra -shared -fPIC -Iclients/c "-D$1" tests/data/audit/outputs.c -o "$temporary/$1.so" 2>"$output"
}
outputs REGION && audit 1 "$temporary/REGION.so" --on kepler --claim symplectic
has "claim symplectic:so-near refuted"
check "a method in double that is symplectic near its start and not far from it is refuted" $?
has "claim symplectic:so-far holds"
check "control: one that is symplectic as far as it comes holds" $?

# At 8 h0 the sweeps end before they come to round-off, and leave 1.5e-11.
compile sweeps && audit 3 "$temporary/sweeps.so" --on forced-position --claim symplectic && has "claim symplectic:so-many-sweeps holds to round-off" &&
    answer | grep -q "^HOLDS TO ROUND-OFF .*so-many-sweeps: symplectic (at most [0-9]* ulp"
check "an iteration that does not converge at the largest step is no defect of its method" $?
! has "claim symplectic:so-few-sweeps holds"
check "control: a defect of the thirteenth power of the step is one" $?

# ---- outputs that nobody looked at ----

outputs EVERY && audit 1 "$temporary/EVERY.so" --on henon-heiles --claim order=4 && has "claim order refuted"
check "an order that every second output has alone is refuted" $?
outputs DEGENERATE && audit 1 "$temporary/DEGENERATE.so" --on lotka-volterra --claim order=2
has "claim order:so-still refuted"
check "an order that q has and p has not is refuted" $?
has "claim order:so-moved holds"
check "control: where p has it, it holds" $?

compile chunk && audit 1 "$temporary/chunk.so" --on henon-heiles && has "claim order:so-chunk refuted" && has "claim order:so-whole holds"
check "one output in a hundred that is of lower order, in the middle of a run, refutes" $?
audit 3 "$temporary/chunk.so" --on lorenz && has "claim order:so-chunk inconclusive" && has "claim order:so-whole holds"
check "nor does it hold where no invariant shows it" $?

# ---- symplectic on p = theta(q) ----

space() { # METHOD: whether the evidence on its claim names the remedy
    sed -n "/^claim symplectic:$1 /,/evidence/p" "$output" | grep -qF "if its steps are a map of p = theta(q) alone, say so: flag ASSAY_MANIFOLD"
}
compile spaces && audit 1 "$temporary/spaces.so" --on lotka-volterra-singular --claim symplectic
has "claim symplectic:so-stated holds to round-off" && ! space so-stated
check "a method that is symplectic on p = theta(q), and says that its steps are there, holds to round-off" $?
has "claim symplectic:so-unstated refuted" && has "claim symplectic:so-resetting refuted" && space so-unstated && space so-resetting
check "one that does not say it is refuted as a map of (q, p), and what to say is named" $?
has "claim symplectic:so-euler refuted" && ! space so-euler
check "control: to say it does not make it so" $?
grep -qF 'say so: flag ASSAY_MANIFOLD' "$temporary/out/audit-so-stated.lua"
check "the study has it, too" $?

# ---- the time of initial data ----

# x' = 2 t from t = 3 on: x = x0 + (3 + T)^2 - 9.
model() { # KEYS OF THE DATA, ARGUMENTS OF THE FIELD
    cat >"$temporary/late.lua" <<END
return model { title = "a square", source = "test", kind = "ode", coordinates = { "x" }, field = function (x, $2c) return { 2*${2:+t}${2:-x.x} } end,
  initial = { default = { x = { 1 }, $1 } } }
END
    sed -i 's/2\*tt, /2*t/' "$temporary/late.lua"
}
model 'time = 3' 't, '
"$ASSAY" reference "$temporary/late.lua" --until 4 --digits 20 >"$output" 2>&1 && has "x 41"
check "a solution begins at the time of its initial data" $?
"$ASSAY" integrate "$temporary/late.lua" --method runge-kutta:gauss-1 --step 1/2 --until 4 --json >"$output" 2>&1 && has '"x": 41.0'
check "and so do the steps of a method" $?
"$ASSAY" show "$temporary/late.lua" >"$output" 2>&1 && has "x = 1; from t = 3 on" && "$ASSAY" show "$temporary/late.lua" --json >"$output" && has '"time": "3"'
check "show says where" $?
model 'time = 1' 't, '
"$ASSAY" reference "$temporary/late.lua" --until 4 --digits 20 >"$output" 2>&1 && has "x 25"
check "control: from another time on it is another" $?
model 'time = 3' ''
"$ASSAY" show "$temporary/late.lua" >"$output" 2>&1
[ $? -eq 2 ] && has "unknown key 'time' in initial data; the keys are x, parameters, step"
check "data of a model that is not of the time have none" $?
# Right on some space alone: tests/data/audit/panel.c.
compile panel
check "methods of manifolds and angles are compiled" $?

audit 1 "$temporary/panel.so" --on double-pendulum
has "claim order:so-constrained not applicable"
check "a model that a method says it does not take is not applicable" $?
audit 1 "$temporary/panel.so" --on pendulum
has "claim order:so-constrained inconclusive" && grep -qF 'local constrained = true' "$temporary/out/audit-so-wrapped.lua"
check "and one with constraints is offered to a method that takes them" $?
audit 3 "$temporary/panel.so" --on tests/data/models/rotor.lua && claims holds so-wrapped
check "an angle may be brought to any range where the model has a period" $?
has "later        holds          on rotor"
check "and steps that were foreseen in vain are few" $?
sed 's/periodic = .*/secular = { "angle" },/' tests/data/models/rotor.lua >"$temporary/rotor.lua"
audit 3 "$temporary/panel.so" --on "$temporary/rotor.lua" && claims holds so-wrapped
check "or where it grows without bound, and the model is the same 2 pi further" $?
sed 's/rate, -sin(x.angle) }/rate, -sin(x.angle) - x.angle\/100 }/; /hamiltonian/d; /symplectic/d' "$temporary/rotor.lua" >"$temporary/spring.lua"
audit 3 "$temporary/panel.so" --on "$temporary/spring.lua" && ! has "claim order:so-wrapped holds"
check "and not where it has no period" $?
audit 1 "$temporary/panel.so" --on tests/data/models/attitude.lua --states 5 && claims holds so-normalised
check "random data lie on the manifold of the constraints" $?
sed '/constraints =/d' tests/data/models/attitude.lua >"$temporary/attitude.lua"
audit 1 "$temporary/panel.so" --on "$temporary/attitude.lua" --states 5 && claims holds so-normalised
check "and on the level of an invariant that the data of a file share" $?
sed 's/other = .*/other = { "1\/2", "-1\/2", "1\/2", "1\/3" } },/' "$temporary/attitude.lua" >"$temporary/attitudes.lua"
audit 1 "$temporary/panel.so" --on "$temporary/attitudes.lua" --states 5 && ! claims holds so-normalised
check "and not where they share none" $?

"$ASSAY" integrate tests/data/models/attitude.lua --initial random-1-3 --method rk4 --step 0.1 --steps 1 --json >"$output" 2>&1 &&
    python3 - "$output" <<'END'
import json, sys
end = json.load(open(sys.argv[1]))
sys.exit(not (abs(sum(x * x for x in map(float, end["final"]["state"].values())) - 1) < 1e-8 and 0 < end["measures"]["constraint_error:c"] < 1e-8))
END
check "and what a step leaves of them is measured" $?

refused() { # WHAT SED-SCRIPT MODEL TEXT
    sed "$2" "tests/data/models/$3" >"$temporary/wrong.lua"
    ! "$ASSAY" show "$temporary/wrong.lua" >"$output" 2>&1 && has "$4"
    check "refused: $1" $?
}
refused "data beside the manifold" 's/- 1 }/- "11\/10" }/' attitude.lua "'default' are off the manifold: constraint 1 is -0.1"
refused "a field that leaves it" 's/q.w^2 + q.x^2/2*q.w^2 + q.x^2/; s/- 1 }/- 2 }/' attitude.lua "the field leaves the manifold of the constraints"
refused "a period that the field does not have" 's/2\*pi/3*pi/' rotor.lua "the field does not have the period"
refused "a period of nothing" 's/angle = "2/angel = "2/' rotor.lua "periodic names no coordinate: 'angel'; the coordinates are angle, rate"
refused "a period that is none" 's/"2\*pi"/"-2*pi"/' rotor.lua "the period of angle is not positive"
echo "1..$number"
