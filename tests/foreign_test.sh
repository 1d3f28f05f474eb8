#!/bin/sh
# Methods in shared objects, sessions, and what hostile methods cost: one line and one verdict.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay); CC (default cc).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
trap 'exit 1' HUP INT TERM
number=0
check() { # description, status
    number=$((number + 1))
    if [ "$2" -eq 0 ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        sed 's/^/# /' "$temporary/output" | tail -n 12
    fi
}
has() { # STRING
    grep -qF -e "$1" "$temporary/output"
}
compile() { # NAME, FLAGS...: NAME.so of NAME.c
    name=$1
    shift
    ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -shared -fPIC -Iclients/c "$temporary/$name.c" \
        -o "$temporary/$name.so" "$@" 2>"$temporary/output"
}
# A short run of the methods: data/cells.csv, with the reasons of those that broke down.
run() { # METHODS, PRECISIONS, MEASURES
    cat >"$temporary/study.lua" <<END
return study { title = "foreign", source = "", models = { "henon-heiles" }, projections = { "none" }, methods = { $1 },
  steps = halving("0.1", 2), untiltime = "2", precisions = { $2 }, measures = { $3 } }
END
    "$ASSAY" run "$temporary/study.lua" --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>&1
    status=$?
    [ -f "$temporary/out/data/cells.csv" ] && cat "$temporary/out/data/cells.csv" >>"$temporary/output"
    return $status
}
# Whether the energy errors of two methods of the last run are the same in every cell, but for the last digits: the
# built-in ones sum with compensation.
same() { # METHOD, METHOD, HOW MANY CELLS
    grep -v '^#' "$temporary/out/data/cells.csv" | awk -F, -v one="$1" -v other="$2" -v cells="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "energy_error") k = i; if ($i == "precision") p = i; if ($i == "step") h = i } }
        $4 == one { expected[$p " " $h] = $k }
        $4 == other { measured[$p " " $h] = $k }
        END {
            for (c in expected) {
                d = measured[c] / expected[c] - 1
                if (d < 0) d = -d
                found += d < 1e-7
            }
            exit found != cells
        }'
}

# ---- shared objects ----

cp examples/ralston.c examples/adams_bashforth.c "$temporary"
compile ralston -lmpfr && compile adams_bashforth
check "the examples compile without a warning" $?
printf 'return tableau { name = "ralston", a = { { 0, 0, 0 }, { "1/2", 0, 0 }, { 0, "3/4", 0 } }, b = { "2/9", "1/3", "4/9" } }\n' \
    >"$temporary/ralston.lua"
run "\"$temporary/ralston.lua\", \"$temporary/ralston.so\"" '"double", 200' '"energy_error"'
same ralston so-ralston 4
check "a shared object takes the steps of the tableau that it is, in double and in MPFR" $?
sed 's/real_ratio(factor, n, d)/real_ratio(factor, n * 1000 + 1, d * 1000)/; s/so-ralston/so-wrong/' examples/ralston.c >"$temporary/wrong.c"
sed -i 's/include "ralston.c"/include "wrong.c"/' "$temporary/wrong.c"
compile wrong -lmpfr
run "\"$temporary/ralston.lua\", \"$temporary/wrong.so\"" '"double", 200' '"energy_error"'
! same ralston so-wrong 4
check "control: a shared object that is another method does not" $?

# Models of the time: the time of a stage is the method's.
audit() { # ARGUMENTS...
    "$ASSAY" audit "$@" --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>&1
}
audit "$temporary/ralston.so" --on forced-position
check "a shared object is evaluated at the times of its stages" $?
sed '/real_add(t, call->t, factor);$/s/real_add(t, call->t, factor);/real_set(t, call->t);/; s/so-ralston/so-late/' examples/ralston.c >"$temporary/late.c"
sed -i 's/include "ralston.c"/include "late.c"/' "$temporary/late.c"
compile late -lmpfr
audit "$temporary/late.so" --on forced-position
[ $? -eq 1 ]
check "control: with a stage at a wrong time its order is refuted" $?

# The key has the bytes of the file: compiled to the same nothing is run, compiled to something else all is.
run "\"$temporary/wrong.so\"" '"double"' '"energy_error"'
has "2 from the store" || has "all 2 cells are in the store" || grep -q "store" "$temporary/output"
kept=$(grep -v '^#' "$temporary/out/data/cells.csv")
sed -i 's/1000 + 1/1000 + 2/' "$temporary/wrong.c" && compile wrong -lmpfr
run "\"$temporary/wrong.so\"" '"double"' '"energy_error"'
[ "$kept" != "$(grep -v '^#' "$temporary/out/data/cells.csv")" ]
check "compiled to something else, it is run again" $?

refused() { # MESSAGE, TEXT OF THE SOURCE
    printf '#include "assay_method.h"\n%s\n' "$2" >"$temporary/refused.c"
    compile refused || cat "$temporary/output"
    "$ASSAY" audit "$temporary/refused.so" --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>&1
    [ $? -eq 2 ] && [ "$(wc -l <"$temporary/output")" -eq 1 ] && has "$1"
    check "refused in one line: $1" $?
}
step='static int s(const struct assay_call_double *c, double *z) { (void)c; (void)z; return 0; }'
refused 'has no methods; write ASSAY_METHODS' 'int nothing;'
refused 'compile it with version 1' 'extern const int assay_method_version; const int assay_method_version = 7;'
refused 'wrong at' "$step ASSAY_METHODS({\"two words\", s, 0, 0, 0, NULL})"
refused 'another method called' "$step ASSAY_METHODS({\"rk4\", s, 0, 0, 0, NULL})"
refused 'ended and gave no answer' 'void crash(void); __attribute__((constructor)) void crash(void) { *(volatile int *)0 = 0; }'
"$ASSAY" audit ./there-is-no-such.so >"$temporary/output" 2>&1
[ $? -eq 2 ] && [ "$(wc -l <"$temporary/output")" -eq 1 ]
check "refused in one line: no such file" $?

# ---- sessions ----

run "\"$temporary/adams_bashforth.so\"" '"double"' '"solution_error", "symmetry_defect"'
grep -v '^#' "$temporary/out/data/cells.csv" | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == "solution_error") k = i }
    $4 ~ /adams/ { error[++n] = $k }
    END { ratio = error[1] / error[2]; exit !(n == 2 && ratio > 3.6 && ratio < 4.4) }'
check "a method that remembers and says so has its order" $?
has "remembers the steps before" || grep -rq "remembers the steps before" "$temporary/out"
check "its steps are no map: symmetry does not apply, with the reason" $?

# The same without saying so.
cat >"$temporary/secret.c" <<'END'
#include "assay_method.h"
static double before[64];
static int started;
static int secret(const struct assay_call_double *call, double *z)
{
    double *k = call->work;

    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < call->dimension; i++) {
        z[i] += *call->h / 2 * (3 * k[i] - (started ? before[i] : k[i]));
        before[i] = k[i];
    }
    started = 1;
    return 0;
}
ASSAY_METHODS({"so-secret", secret, 1, 0, 0, NULL})
END
compile secret && run "\"$temporary/secret.so\"" '"double"' '"energy_error"'
has "has two ends: the method remembers others"
check "a method that remembers without saying so is found out" $?

# ---- hostile shared objects ----

# A method of a shared object that does this in its step, beside one that does not: what it costs.
hostile() { # DESCRIPTION, MESSAGE, STATEMENTS
    cat >"$temporary/hostile.c" <<END
#define _GNU_SOURCE
#include "assay_method.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int good(const struct assay_call_double *c, double *z)
{
    c->rhs(c, 1, c->t, z, c->work);
    for (size_t i = 0; i < c->dimension; i++)
        z[i] += *c->h * c->work[i];
    return 0;
}
static int hostile(const struct assay_call_double *c, double *z)
{
    $3
    return good(c, z);
}
ASSAY_METHODS({"so-good", good, 1, 0, 0, NULL}, {"so-hostile", hostile, 1, 0, 0, NULL})
END
    compile hostile && run "\"$temporary/hostile.so\"" '"double"' '"energy_error"'
    grep 'so-hostile' "$temporary/out/data/cells.csv" | grep -qF "$2" && grep 'so-good' "$temporary/out/data/cells.csv" | grep -q completed
    check "hostile shared object: $1" $?
}
lost="the method crashed, ended its process, or took too long"
hostile "a crash" "$lost" '*(volatile int *)0 = 0;'
hostile "the end of the process" "$lost" 'exit(0);'
hostile "an endless step" "$lost" 'for (;;) pause();'
hostile "memory without end" "$lost" 'for (;;) { void *p = malloc(1 << 26); memset(p, 0, 1); }'
hostile "megabytes of output" completed 'for (int i = 0; i < 30000; i++) { puts("done {\"status\": \"completed\"} and so on, and on, and on, and on"); } fflush(stdout);'
hostile "no numbers" "not finite" 'z[0] = 0.0 / 0.0; return 0;'
hostile "a state that is too long" "gave no answer to a step, or a wrong one" 'for (size_t i = 0; i < 2 * c->dimension; i++) { z[i] = 0; } return 0;'
hostile "a step that fails" "says that the step cannot be made" 'return 1;'
echo "1..$number"
