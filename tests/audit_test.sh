#!/bin/sh
# assay audit as its users call it: files of coefficients, right and wrong, against what they claim.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh

audit 0 examples/gauss-2.lua --on henon-heiles
check "a correct method: every claim holds" $?
has "order 4          claimed 4: examples/gauss-2.lua" && has "proved by rooted trees"
check "what the coefficients prove is printed" $?

# The same numbers as the method built in, to the last digit.
cat >"$temporary/both.lua" <<'END'
return study { title = "both", source = "", models = { "henon-heiles" }, methods = { "examples/gauss-2.lua", "runge-kutta:gauss-2" },
  projections = { "none" }, steps = halving("0.2", 4), untiltime = "2", precisions = { "double", 200 },
  measures = { "energy_error", "solution_error", "symplectic_defect" } }
END
"$ASSAY" run "$temporary/both.lua" -v --store "$temporary/store.sqlite" --out "$temporary/both" >"$temporary/output" 2>&1
grep -v '^#' "$temporary/both/data/cells.csv" | sed -n 's/.*,my-gauss-2,none,//p' >"$temporary/mine"
grep -v '^#' "$temporary/both/data/cells.csv" | sed -n 's/.*,runge-kutta:gauss-2,none,//p' >"$temporary/ours"
[ "$(wc -l <"$temporary/mine")" -eq 8 ] && cmp -s "$temporary/mine" "$temporary/ours"
check "a file has the numbers of the method that it writes out, in double and in MPFR" $?

audit 1 examples/wrong-digit.lua --on henon-heiles
check "a coefficient wrong in its 12th digit is refuted" $?
has "claim symplectic refuted" && has "claim symmetric refuted" && ! has "claim order holds"
check "no claim of it holds" $?
has "the coefficients contradict the claim"
check "and its coefficients say so" $?

has "nearest          gauss-2: 1 coefficient differs; a_1,2 by 8.1e-13, from its digit 12 on"
check "the coefficient is named, and its digit" $?

has "sum b_i c_i = 1/2 fails by 4.1e-13; the elementary differential is f'(f)" &&
    has 'a_1,2 is -0.038675134594' && has 'from its digit 12 on; that alone restores all that is claimed'
check "the condition that fails, and the coefficient that is to blame" $?

# What is known beside the runs stands in the study, and so on every page of it, but for what depends on the machine.
in_page() { # PAGE
    grep -q 'the elementary differential is f&#39;(f)' "$1" && grep -q '^ *permutation  *holds ' "$1" && ! grep -q '^ *later ' "$1"
}
"$ASSAY" run "$temporary/out/audit-wrong-digit.lua" -v --store "$temporary/store.sqlite" --out "$temporary/again" >"$temporary/output" 2>&1
in_page "$temporary/out/audit-wrong-digit/index.html" && in_page "$temporary/again/index.html"
check "the page says what the coefficients prove, what is to blame and which relations hold, also that of a run of the study" $?

audit 0 examples/adams-bashforth-4.lua --on henon-heiles && has "order 4          claimed 4: examples/adams-bashforth-4.lua" &&
    has "sum_j beta_j j^(q-1) (to q = 8); a condition of order 5 fails" && has "stability        zero-stable" &&
    has "those of order 5 fail by 0.35" && has "starter          rk4, of order 4; order 4 needs one of order 3"
check "what the coefficients of a multistep method prove; its constant of the error is 251/720" $?
audit 0 examples/triple-jump.lua --on henon-heiles && has "order 4          claimed 4: examples/triple-jump.lua" &&
    has "being the same read backwards, each step as its adjoint, holds" && has "conditions of order 1 to 4 hold to 149 digits"
check "and those of a composition" $?

audit 1 rk4 --on henon-heiles --claim symplectic
check "a method built in, and a claim of the command line" $?

audit 0 runge-kutta:gauss-1 --on henon-heiles --claim reversible && has 'claim reversible holds' &&
    audit 1 rk4 --on henon-heiles --claim reversible --claim energy && has 'claim reversible refuted' &&
    has 'claim energy refuted'
check "reversal and energy are claims, too" $?

# ---- claims about what a model does not have ----

audit 3 rk4 --on lorenz --claim energy --claim symplectic --claim reversible --claim constraint --claim order=4 &&
    has "claim energy not applicable: the model has no hamiltonian" &&
    has "claim symplectic not applicable: the model file gives neither a symplectic nor a Poisson matrix" &&
    has "claim reversible not applicable: the model file gives no reversal" &&
    has "claim constraint not applicable: the model has no constraint" && has "claim order holds" && ! has "which the study"
check "what the model does not have is not applicable, and the other claims are judged" $?
audit 3 rk4 --on lotka-volterra --claim constraint && has "claim constraint not applicable: the method steps on q alone" &&
    audit 1 rk4 --on pendulum --claim constraint
check "a method without momenta keeps no constraint on them; that of a pendulum is refuted" $?
audit 2 rattle --on lorenz && has "rattle cannot be audited on lorenz: it does not step on ode models"
check "a model that the method does not step on" $?
cat >"$temporary/alone.lua" <<'END'
return model { title = "one set of initial data", source = "test", kind = "ode", coordinates = { "q", "p" },
  field = function (x, c) return { x.p, -sin(x.q) } end, initial = { default = { 1, "1/2" } } }
END
audit 1 rk4 --on "$temporary/alone.lua" --claim order=5 && has "claim order refuted" && has "counterexample to order: "
check "a model with one set of initial data has random ones for the second, which a refutation takes" $?
audit 3 dla:1/2 --on knife-edge --claim symplectic && has "claim symplectic not applicable: the model file gives neither"
check "a claim that is nothing of the method there says why" $?

# ---- claims of the method with a projection, and without ----

on="--on massless-charged-particle"
audit 3 gauss-2 $on && has "claim order not applicable: it is claimed of the method with a projection" &&
    has "claim symplectic holds" && ! has "counterexample to"
check "the order of a variational method is not judged without a projection, under which it is claimed" $?
audit 3 gauss-2 $on --projection symmetric && has "claim order holds" &&
    has "claim symplectic not applicable: it is claimed of the method alone"
check "with a projection it is, and symplecticity is not" $?
audit 3 gauss-2 $on --projection midpoint && has "claim order not applicable: it is claimed of the method with a projection at an end"
check "nor is it claimed with the projection at the midpoint, which has a lower order in the paper, too" $?
audit 1 gauss-2 $on --claim order=4 && has "claim order refuted"
check "unless the command line claims it" $?

# ---- published decimals ----

audit 0 examples/printed-decimals.lua --on henon-heiles && has "of order 4 to the 16 decimals that are printed" && ! has "counterexample to"
check "what the digits do that are not printed refutes nothing" $?
sed 's/386751345948129" }, {/386751345048129" }, {/; s/printed-decimals/other-decimals/' examples/printed-decimals.lua >"$temporary/decimals.lua"
audit 1 "$temporary/decimals.lua" --on henon-heiles && has "claim order refuted" && has "counterexample to order" &&
    has "from its digit 10 on"
check "a printed digit that is wrong refutes, and is named" $?

# ---- other steps ----

# The classical Runge-Kutta method at the steps 0.15 2^-k, which are those of the audit; the midpoint rule at all others.
cat >"$temporary/grid.c" <<'END'
#include <math.h>
#include <stddef.h>
#include "assay_method.h"
static int step(const struct assay_call_double *call, double *z)
{
    static const double c[] = {0, 0.5, 0.5, 1}, b[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    const size_t d = call->dimension;
    double *k = call->work, *at = k + d, *from = at + d;
    const int exponent = ilogb(call->h[0]), first = ilogb(0.15);
    const int on_grid = ON_GRID || fabs(ldexp(call->h[0], -exponent) - ldexp(0.15, -first)) < 1e-9;

    for (size_t i = 0; i < d; i++)
        from[i] = z[i];
    for (size_t s = 0; s < (on_grid ? 4 : 2); s++) {
        for (size_t i = 0; i < d; i++)
            at[i] = from[i] + (s ? call->h[0] * c[s] * k[i] : 0);
        call->rhs(call, 1, call->t, at, k);
        for (size_t i = 0; i < d; i++)
            z[i] += call->h[0] * (on_grid ? b[s] : (double)s) * k[i];
    }
    return 0;
}
ASSAY_METHODS({"so-grid", step, 3, 0, 0, NULL})
END
grid() { # STATUS, ON_GRID
    ${CC:-cc} -std=c11 -Wall -shared -fPIC -Iclients/c "-DON_GRID=$2" "$temporary/grid.c" -o "$temporary/grid.so" -lm 2>"$temporary/output" &&
        audit "$1" "$temporary/grid.so" --on henon-heiles --claim order=4
}
grid 1 0 && has "claim order refuted: 0 of 1 hold, 1 refuted" && has "/so-grid/none 2.0" &&
    has "refuted on two sets of initial data or final times"
check "an order that is that of one grid alone is refuted" $?
grid 0 1 && has "1 of 1 hold, 0 refuted, 0 inconclusive; again with other steps and data: 2 of 2 hold"
check "control: the method that it is there holds" $?

# Of two methods in one file the second is wrong: its counterexample bears its name.
sed -e '/^ASSAY_METHODS/d' -e 's/call->t, at, k/(double[]){call->t[0] + c[s] * call->h[0]}, at, k/' "$temporary/grid.c" >"$temporary/two.c"
cat >>"$temporary/two.c" <<'END'
static int euler(const struct assay_call_double *call, double *z)
{
    call->rhs(call, 1, call->t, z, call->work);
    for (size_t i = 0; i < call->dimension; i++)
        z[i] += call->h[0] * call->work[i];
    return 0;
}
ASSAY_METHODS({"so-first", step, 3, 0, 0, NULL}, {"so-second", euler, 1, 0, 0, NULL})
END
${CC:-cc} -std=c11 -Wall -shared -fPIC -Iclients/c -DON_GRID=1 "$temporary/two.c" -o "$temporary/two.so" -lm 2>"$temporary/output" &&
    audit 1 "$temporary/two.so" --on henon-heiles --claim order=4 && has "counterexample-so-second-order.lua"
check "a counterexample bears the name of the method that fails" $?

# ---- work and precision ----

# Two counters of the same method: the program counts what it asks for, the method built in its stages.
sed 's/so-grid/so-rk4/' "$temporary/grid.c" >"$temporary/rk4.c"
${CC:-cc} -std=c11 -Wall -shared -fPIC -Iclients/c -DON_GRID=1 "$temporary/rk4.c" -o "$temporary/rk4.so" -lm 2>"$temporary/output"
work() { # BESIDE
    cat >"$temporary/work.lua" <<END
return study { title = "work", source = "", models = { "henon-heiles" }, projections = { "none" }, methods = { "$temporary/rk4.so" },
  steps = halving("0.1", 5), untiltime = "2", precisions = { "double" }, measures = { "solution_error" },
  figures = { { name = "work", title = "Work", model = "henon-heiles", precision = "double", measures = "solution_error",
                against = "work", beside = { $1 } } } }
END
    "$ASSAY" run "$temporary/work.lua" -v --store "$temporary/store.sqlite" --out "$temporary/efforts" >"$temporary/output" 2>&1
}
# The rows of the method: step, evaluations, error to four digits.
rows() {
    awk -F, -v method="$1" '$3 == method { printf "%s %s %.3e\n", $7, $8, $9 }' "$temporary/efforts/data/work_precision.csv"
}
work '"rk4", "runge-kutta:gauss-2"' && [ "$(rows rk4 | awk '{ print $2 }' | tr '\n' ' ')" = "80 160 320 640 1280 " ] &&
    [ "$(rows rk4)" = "$(rows so-rk4)" ]
check "a figure against work: a method beside those of the study, by its own counter and by that of a program" $?
[ "$(rows rk4)" != "$(rows runge-kutta:gauss-2)" ] && [ "$(rows runge-kutta:gauss-2 | wc -l)" -eq 5 ] &&
    ! grep -q rk4,none,double "$temporary/efforts/data/cells.csv"
check "control: another method has others; what stands beside the study is none of its cells" $?
[ "$(grep -c '^# .*solution_error' "$temporary/efforts/figures/work.dat")" -eq 3 ] && grep -q 'work.png\|work.svg' "$temporary/efforts/figures/work.gp"
check "all three are drawn" $?
[ "$(grep -o 'data index [0-9]*' "$temporary/efforts/figures/work.gp" | tail -1)" = "data index 0" ]
check "the method of the study over those that stand beside it" $?
! work '"rk5"' && has "figure work: there is no method 'rk5'"
check "refused: a method that there is not" $?
sed -i 's/against = "work"/against = "time"/' "$temporary/work.lua"
! "$ASSAY" run "$temporary/work.lua" -v --store "$temporary/store.sqlite" >"$temporary/output" 2>&1 &&
    has "nothing is drawn against 'time'; write against = \"work\"" &&
    sed -i 's/against = "time", //' "$temporary/work.lua" &&
    ! "$ASSAY" run "$temporary/work.lua" -v --store "$temporary/store.sqlite" >"$temporary/output" 2>&1 &&
    has "methods beside those of the study; write against"
check "refused: another axis, and methods beside without that of work" $?

# ---- counterexamples ----

"$ASSAY" audit rk4 --on henon-heiles --claim order=5 --claim symplectic --json --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>/dev/null
has '"formula": "H = ' && has '"steps": 1' && [ "$(grep -c '"terms": [123],' "$temporary/output")" -eq 2 ]
check "each refuted claim has a counterexample of at most three terms" $?
cp "$temporary/output" "$temporary/first"
"$ASSAY" audit rk4 --on henon-heiles --claim order=5 --claim symplectic --json --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>/dev/null
cmp -s "$temporary/first" "$temporary/output"
check "the same in every run" $?
shown=$(sed -n 's/.*"command": "assay \(audit .*\)"$/\1/p' "$temporary/output" | grep counterexample.*order)
# shellcheck disable=SC2086
"$ASSAY" $shown -v --out "$temporary/again" >"$temporary/output" 2>&1
[ $? -eq 1 ] && has "claim order refuted: 0 of 1 hold, 1 refuted"
check "its command shows it" $?
audit 0 rk4 --on "$temporary/out/counterexample-rk4-order.lua" --claim order=4 && ! has 'counterexample to'
check "control: what is right there has none" $?
"$ASSAY" audit rk4 --claim order=4 --on henon-heiles --json --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>/dev/null
has '"counterexample": null'
check "a claim that holds has none" $?
audit 0 gauss-1 --projection symmetric --on lotka-volterra --claim order=2
check "with a projection" $?

"$ASSAY" audit examples/gauss-2.lua --on henon-heiles --json --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>/dev/null
for key in '"method": "my-gauss-2"' '"claim": "symplectic"' '"verdict": "holds"' '"symplectic_residual"' '"measures"'; do
    has "$key"
    check "JSON has $key" $?
done
"$ASSAY" gate "$temporary/out/audit-my-gauss-2.lua" --store "$temporary/store.sqlite" >"$temporary/output" 2>&1
check "the audit is a study, which the gate takes" $?

# ---- two sentences for a referee ----

mkdir "$temporary/100%_tables"
latex() { # METHOD, CLAIMS...: the sentences, in a file of their own
    "$ASSAY" audit "$@" --on henon-heiles --latex --store "$temporary/store.sqlite" --out "$temporary/100%_tables/out" >"$temporary/output" 2>/dev/null
    cp "$temporary/output" "$temporary/100%_tables/referee.tex"
}
latex rk4 --claim order=5 --claim symplectic
[ "$(grep -c . "$temporary/output")" -eq 4 ]
check "two sentences on each claim for a referee, and nothing else" $?
if command -v pdflatex >/dev/null 2>&1; then
    sh tests/fixtures/latex.sh "$temporary/100%_tables" >>"$temporary/output" 2>&1
    check "they compile" $?
else
    number=$((number + 1))
    echo "ok $number - they compile # SKIP pdflatex is not installed"
fi

# ---- linear equations ----

audit 3 examples/gauss-2.lua --on harmonic-oscillator && has "claim order vacuous" && has "claim symplectic vacuous" &&
    has "claim symmetric vacuous" && has "cannot tell it from runge-kutta:linear-12/none: that is refuted on kepler" &&
    has "VACUOUS  my-gauss-2: order 4, symplectic, symmetric. Methods without it pass as"
check "an oscillator cannot tell an order above 2, symplecticity or symmetry: vacuous" $?
audit 3 examples/gauss-2.lua --on harmonic-oscillator --claim energy && has "claim energy vacuous"
check "nor whether energy is kept" $?
audit 0 examples/stoermer-verlet.lua --on harmonic-oscillator --claim order=2
check "control: order 2 it can tell" $?
audit 1 rk4 --on harmonic-oscillator --claim order=5 && audit 1 rk4 --on harmonic-oscillator --claim symplectic
check "control: what fails there is refuted" $?

# ---- models of the time ----

# The explicit midpoint rule with its second stage at the wrong time: of order 2 where nothing is of the time, else 1.
cat >"$temporary/wrong-times.lua" <<'END'
return tableau { name = "wrong-times", a = { { 0, 0 }, { "1/2", 0 } }, b = { 0, 1 }, c = { 0, "1/4" }, claims = { order = 2 } }
END
autonomous="true of autonomous systems alone"
audit 1 "$temporary/wrong-times.lua" --claim order=2 --claim constraint && has "claim order refuted: 12 of 17 hold, 5 refuted" &&
    has "wrong-times/none: $autonomous" && has "refuted on forced-momentum, forced-position, modulated-pendulum, modulated-chain" &&
    has "REFUTED  wrong-times: order 2. It has order 1." && has "It holds on autonomous systems." && has "on 5 of 17 models: "
check "a stage at a wrong time: right on autonomous models and refuted on the others, which is said" $?
! grep -q '^assay: ' "$temporary/output"
check "and nothing is complained of" $?
grep -q '^    time  *differs ' "$output" && [ "$(grep -c '^    [a-z]* *holds ' "$output")" -eq 10 ]
check "it has all relations but that of the time" $?
has "claim constraint not applicable: no model of the panel"
check "a claim that no model of the panel has is not forgotten" $?
grep -q '^  panel  *double-pendulum  *not separable' "$temporary/output" && grep -q '^  *kepler  *eccentricity 0.6' "$temporary/output" &&
    ! grep -q '^  *knife-edge ' "$temporary/output"
check "each model of the panel is printed with the reason why it is there, and no other" $?
grep -q '<dt>double-pendulum</dt><dd>not separable' "$temporary/out/audit-wrong-times/index.html"
check "and stands with it on the page" $?
audit 0 rk4 --on forced-position && audit 0 rk4 --on modulated-pendulum && audit 0 examples/gauss-2.lua --on forced-momentum
check "control: methods with their stages at the right times hold there" $?
cat >"$temporary/everywhere.lua" <<END
return study { title = "everywhere", source = "", models = { "henon-heiles", "forced-momentum" }, projections = { "none" },
  methods = { "$temporary/wrong-times.lua", "runge-kutta:euler" }, steps = halving("0.1", 5), untiltime = "1",
  precisions = { 128 }, measures = { "solution_error" }, witness = { ["henon-heiles"] = "other", ["forced-momentum"] = "other" },
  claims = { { id = "order", method = "*", projection = "*", measure = "solution_error", order = at_least(2), source = "test" } } }
END
"$ASSAY" run "$temporary/everywhere.lua" --store "$temporary/store.sqlite" --out "$temporary/everywhere" --json >"$temporary/output" 2>/dev/null
has "wrong-times/none: $autonomous" && ! has "runge-kutta:euler/none: $autonomous"
check "control: of a method that is refuted on every model it is not said" $?

# ---- programs ----

${CC:-cc} -Iclients/c examples/midpoint.c -o "$temporary/midpoint"
audit 1 --exec "$temporary/midpoint" --on lorenz --claim order=2
check "a program in C, on a model without a symplectic form: a wrong method beside a right one" $?
has "claim order:c-midpoint holds" && has "claim order:c-wrong refuted: 0 of 1 hold, 1 refuted" && has "counterexample to order:c-wrong" &&
    has "REFUTED  c-wrong: order 2." && has "HOLDS    c-midpoint: order 2 (2.00) on lorenz."
check "the wrong one is refuted, and no other" $?
audit 0 --exec "$temporary/midpoint" --on henon-heiles --claim relation:repeated --json && has '"claim": "relation:repeated"' &&
    has '"id": "relation:repeated:c-wrong"' && has '"method": "c-wrong"'
check "each of several methods has its claims" $?
audit 1 --exec "$temporary/midpoint {n}" --knob n=1,2 --on henon-heiles --claim order=2
has "claim order:c-midpoint:n=2 holds" && has "claim order:c-wrong:n=1 refuted: 0 of 1 hold" && has "claim order:c-wrong:n=2 refuted: 0 of 1 hold" && has "--knob n=1,2 --on"
check "each value of a knob is a row" $?
grep -q '^ *c-midpoint:n=1, energy_error, double *order 2.0. to 2.0. on 1$' "$output" && grep -q '^ *c-wrong:n=2, solution_error, double *order 0.00 to 0.00 on 2$' "$output" &&
    [ "$(grep -c 'c-midpoint:n=[12], energy_error, double' "$output")" -eq 2 ]
check "what is measured is said, whatever is claimed" $?
# Each client against the same method as a tableau, but for the last digits: those sum with compensation.
same() { # CLIENT: whether its errors are those of the tableau, in the last study
    grep -v '^#' "$temporary/client/data/cells.csv" | awk -F, -v client="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == "solution_error") k = i }
        $4 == "same" { expected[$2 "/" $6] = $k }
        $4 == client { measured[$2 "/" $6] = $k }
        END {
            for (h in expected) {
                d = (measured[h] - expected[h]) / expected[h]
                if (d < 0) d = -d
                found += d < 1e-7
            }
            exit found != 4
        }'
}
client() { # PROGRAM NEEDED, COMMAND, ITS NAME, FILES, COEFFICIENTS of the same method
    if ! command -v "$1" >/dev/null 2>&1; then
        number=$((number + 1))
        echo "ok $number - a program run by $1 # SKIP $1 is not installed"
        return
    fi
    printf 'return tableau { name = "same", %s }\n' "$5" >"$temporary/same.lua"
    cat >"$temporary/client.lua" <<END
return study { title = "client", source = "", models = { "henon-heiles", "modulated-pendulum" }, projections = { "none" },
  methods = { "$temporary/same.lua", exec { cmd = "$2", depends = { $4 } } },
  steps = halving("0.1", 2), untiltime = "1", precisions = { "double" }, measures = { "solution_error" } }
END
    "$ASSAY" run "$temporary/client.lua" -v --store "$temporary/store.sqlite" --out "$temporary/client" >"$temporary/output" 2>&1
    same "$3"
    check "a program run by $1 takes the steps of the method that it is" $?
}
rk4='a = { { 0, 0, 0, 0 }, { "1/2", 0, 0, 0 }, { 0, "1/2", 0, 0 }, { 0, 0, 1, 0 } }, b = { "1/6", "1/3", "1/3", "1/6" }'
client python3 "python3 examples/rk4.py" python-rk4 '"examples/rk4.py", "clients/python/assay_client.py"' "$rk4"
client node "node examples/heun.js" javascript-heun '"examples/heun.js"' \
    'a = { { 0, 0, 0 }, { "1/3", 0, 0 }, { 0, "2/3", 0 } }, b = { "1/4", 0, "3/4" }'
client octave-cli "octave-cli -q --no-line-editing examples/heun.m" octave-heun '"examples/heun.m"' \
    'a = { { 0, 0 }, { 1, 0 } }, b = { "1/2", "1/2" }'
command -v "${CXX:-c++}" >/dev/null 2>&1 &&
    ${CXX:-c++} -Wall -Wextra -Werror -Iclients/cpp examples/kutta.cpp -o "$temporary/kutta"
client "${CXX:-c++}" "$temporary/kutta" cpp-kutta-3 "\"$temporary/kutta\"" \
    'a = { { 0, 0, 0 }, { "1/2", 0, 0 }, { -1, 2, 0 } }, b = { "1/6", "2/3", "1/6" }'
command -v gfortran >/dev/null 2>&1 &&
    gfortran -J"$temporary" clients/fortran/assay_client.f90 examples/euler.f90 -o "$temporary/euler"
client gfortran "$temporary/euler" fortran-euler "\"$temporary/euler\"" 'a = { { 0 } }, b = { 1 }'
client "${CC:-cc}" "$temporary/midpoint" c-midpoint "\"$temporary/midpoint\"" 'a = { { 0, 0 }, { "1/2", 0 } }, b = { 0, 1 }'
! same c-wrong
check "control: a program that is another method does not" $?
# H(t, z) at the time that is asked for: symplectic Euler with its derivatives by differences; and somewhat too late.
cat >"$temporary/differences.py" <<'END'
import sys
sys.path.insert(0, "clients/python")
from assay_client import serve

def derivative(f, t, z, i, step=1e-5):
    ends = [z[:i] + [z[i] + s] + z[i + 1:] for s in (step, -step)]
    high, low = (values[0] for values in f.many([(t, end) for end in ends], "hamiltonian"))
    return (high - low) / (2 * step)

def euler(f, t, h, z):
    p = z[1] - h * derivative(f, t, z, 0)
    return [z[0] + h * derivative(f, t, [z[0], p], 1), p]

serve({"euler-of-h": euler, "euler-of-late-h": lambda f, t, h, z: euler(f, t + 0.3, h, z)})
END
if command -v python3 >/dev/null 2>&1; then
    cat >"$temporary/differences.lua" <<END
return study { title = "The Hamiltonian at times", source = "", models = { "forced-momentum" }, initial = { "default", "other" },
  methods = { exec { cmd = "python3 $temporary/differences.py", depends = { "$temporary/differences.py" } } },
  projections = { "none" }, steps = halving("0.25", 7), untiltime = "4", precisions = { "double" }, measures = { "solution_error" },
  claims = { { id = "first", methods = { "*" }, projection = "none", measure = "solution_error", order = at_least(1), source = "its terms" } } }
END
    "$ASSAY" run "$temporary/differences.lua" -v --store "$temporary/store.sqlite" --out "$temporary/differences" >"$temporary/output" 2>&1
    has "claim first refuted: 2 of 4 hold, 2 refuted" && has "refuted      forced-momentum/default/euler-of-late-h" &&
        has "refuted      forced-momentum/other/euler-of-late-h"
    check "a program is given the Hamiltonian at the time that it asks for; one that asks too late is refuted" $?
fi

# z = 0 and y'' = 0 at the data of the model, where a method of any order is exact; at random states around them it is not.
cat >"$temporary/plane.lua" <<'END'
return model { title = "plane", source = "", kind = "ode", coordinates = { "x", "y", "z" },
  field = function (u) return { 1 + u.z, u.z * sin(u.x) * u.y, u.z * cos(u.x) } end,
  initial = { default = { 0, 1, 0 }, other = { "1/2", 2, 0 } }, step = "0.1" }
END
audit 1 rk4 --on "$temporary/plane.lua" --claim order=5 && has "REFUTED  rk4: order 5" &&
    audit 3 rk4 --on "$temporary/plane.lua" --claim order=4 && has "claim order vacuous"
check "initial data where every error is zero hide no order; what holds at other states alone is vacuous" $?
# A method of any order is exact at every state.
cat >"$temporary/constant.lua" <<'END'
return model { title = "constant", source = "", kind = "ode", coordinates = { "x", "y" },
  field = function (u) return { 1, "1/2" } end, initial = { default = { 0, 1 }, other = { "1/2", 2 } }, step = "0.1" }
END
audit 3 rk4 --on "$temporary/constant.lua" --claim order=5 && has "claim order vacuous" && has "no wrong method is seen"
check "where every error is zero an order is vacuous" $?
audit 1 rk4 --on "$temporary/plane.lua" --claim order=5 --states 2 --seed 3 && has "plane/random-3-2/rk4/none"
check "random initial data leave the plane where an error vanishes" $?

hostile() { # STATUS MESSAGE SCRIPT: a program of sh
    printf '%s\n' "$3" >"$temporary/hostile.sh"
    audit "$1" --exec "sh $temporary/hostile.sh" --on henon-heiles --claim order=2 && has "$2"
    check "hostile program: $2" $?
}
answers='while read -r word rest; do case $word in hello) case $rest in *double) echo "methods m form ode" ;; *) echo "unsupported no" ;; esac ;; model|reset) echo ok ;;'
hostile 2 "ended and gave no answer; it has to answer the line 'hello 1 precision double' with methods NAME form ode" 'read -r line; exit 0'
hostile 2 "answered 'what' to hello" 'read -r line; echo what; cat >/dev/null'
hostile 2 'more than 1048576 bytes' 'read -r line; head -c 3000000 /dev/zero | tr "\0" x; cat >/dev/null'
hostile 2 "has the form 'magic'" 'read -r line; echo "methods m form magic"; cat >/dev/null'
hostile 2 'gave no answer and did nothing for 30 seconds' 'sleep 100'
gone='the program of the method gave no answer to a step, or a wrong one'
hostile 3 "$gone" "$answers step) exit 1 ;; esac; done"
hostile 3 "$gone" "$answers step) echo 'done 1 2 3' ;; esac; done"
hostile 3 "$gone" "$answers step) echo 'done 999 0 0 0 0' ;; esac; done"
hostile 3 "$gone" "$answers step) set -- \$rest; echo \"evaluate \$1 secret 1 0 0 0 0 0\" ;; esac; done"
hostile 3 'says that the step cannot be made' "$answers step) set -- \$rest; echo \"failed \$1 no\" ;; esac; done"
hostile 3 'not finite' "$answers step) set -- \$rest; echo \"done \$1 nan 0 0 0\" ;; esac; done"

hostile 3 'the program asked for -5 points; it may ask for 1 to 4096' "$answers step) set -- \$rest; echo \"evaluate \$1 rhs -5 0\" ;; esac; done"
# What is no number has no sign: not every language reads "-nan".
hostile 3 'says that the step cannot be made' "$answers step) set -- \$rest; echo \"evaluate \$1 rhs 1 0 inf inf 1 1\"; read -r value; case \$value in *-nan*) exit 1 ;; *nan*) echo \"failed \$1 no\" ;; esac ;; esac; done"

refused() { # MESSAGE TEXT: a file of coefficients with the text is refused with the message
    printf '%s\n' "$2" >"$temporary/method.lua"
    audit 2 "$temporary/method.lua" --on henon-heiles && has "$1" && [ "$(grep -c '^assay: ' "$temporary/output")" -eq 1 ]
    check "refused: $1" $?
}
refused 'name is missing; write name = "my-method"' 'return tableau { a = { { 0 } }, b = { 1 } }'
refused 'b is not a list' 'return tableau { name = "m", a = { { 0 } } }'
refused 'a is missing' 'return tableau { name = "m", b = { 1 } }'
refused 'needs as many rows' 'return tableau { name = "m", a = { { 0, 0 } }, b = { "1/2", "1/2" } }'
refused 'is not a list of 2 numbers' 'return tableau { name = "m", a = { { 0, 0 }, { 1 } }, b = { "1/2", "1/2" } }'
refused 'floating-point' 'return tableau { name = "m", a = { { 0.5 } }, b = { 1 } }'
refused "unknown key 'd'" 'return tableau { name = "m", a = { { 0 } }, b = { 1 }, d = 1 }'
refused "unknown key 'energy'" 'return tableau { name = "m", a = { { 0 } }, b = { 1 }, claims = { energy = true } }'
refused 'order must be an integer from' 'return tableau { name = "m", a = { { 0 } }, b = { 1 }, claims = { order = "4" } }'
refused 'form = "runge-kutta"' 'return tableau { name = "m", a = { { 0 } }, b = { 1 }, form = "explicit" }'
refused 'another method called' 'return tableau { name = "rk4", a = { { 0 } }, b = { 1 }, claims = { order = 1 } }'
printf '%s' 'return tableau { name = "mute", a = { { 0 } }, b = { 1 } }' >"$temporary/mute.lua"
audit 2 "$temporary/mute.lua" --on henon-heiles && has "mute claims nothing; write what is claimed of it"
check "an audit that claims nothing is refused" $?
for projection in symmetric midpoint; do
    "$ASSAY" audit gauss-1 --projection $projection --on lotka-volterra --claim order=4 --dry-run --store "$temporary/store.sqlite" --out "$temporary/two" >/dev/null 2>&1
done
grep -q '"Audit of gauss-1 with the projection symmetric"' "$temporary/two/audit-gauss-1-symmetric.lua" &&
    grep -q '"Audit of gauss-1 with the projection midpoint"' "$temporary/two/audit-gauss-1-midpoint.lua"
check "audits with two projections are two studies" $?
[ "$(ls "$temporary/two" | grep counterexample | tr '\n' ' ')" = "counterexample-gauss-1-midpoint-order.lua counterexample-gauss-1-symmetric-order.lua " ]
check "and each has a counterexample of its own" $?
audit 2 && has "audit needs one method"
check "refused: no method" $?
audit 2 examples/rk4.py && has "examples/rk4.py is a program or its source; write --exec"
check "refused: a program that is no file of coefficients" $?
audit 2 rk4 --json --latex && has "leave out one of them"
check "refused: JSON and LaTeX at once" $?
audit 2 --exec "python3 examples/own_model.py" && has "brings a model of its own; write --on MODEL"
check "refused: a program that brings its model, on others" $?
audit 2 rk4 --claim order=four && has "the claim order takes a whole number from 1 to 99; write order=4"
check "refused: an order that is no number" $?
audit 2 rk4 --claim stable && has "there is no claim 'stable'"
check "refused: an unknown claim" $?
echo "1..$number"
