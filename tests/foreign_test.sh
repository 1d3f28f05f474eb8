#!/bin/sh
# Methods in shared objects, sessions, and what hostile methods cost: one line and one verdict.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay); CC (default cc).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
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
    "$ASSAY" run "$temporary/study.lua" -v --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>&1
    status=$?
    cells=$temporary/out/data/cells.csv
    [ $status -ne 3 ] || [ ! -f "$temporary/out.incomplete/data/cells.csv" ] || cells=$temporary/out.incomplete/data/cells.csv
    [ -f "$cells" ] && cat "$cells" >>"$temporary/output"
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
    "$ASSAY" audit -v "$@" --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>&1
}
audit "$temporary/ralston.so" --on forced-position
check "a shared object is evaluated at the times of its stages" $?
sed '/real_add(t, call->t, factor);$/s/real_add(t, call->t, factor);/real_set(t, call->t);/; s/so-ralston/so-late/' examples/ralston.c >"$temporary/late.c"
sed -i 's/include "ralston.c"/include "late.c"/' "$temporary/late.c"
compile late -lmpfr
audit "$temporary/late.so" --on forced-position
[ $? -eq 1 ]
check "control: with a stage at a wrong time its order is refuted" $?

# A form of its own: the gradient of H, the momenta of a degenerate Lagrangian.
cp examples/verlet.c "$temporary"
compile verlet -lmpfr
cat >"$temporary/mass.lua" <<'END'
return model { title = "a mass that depends on the place", source = "test", kind = "hamiltonian", coordinates = { "x" },
  parameters = {}, hamiltonian = function (q, p, c) return p[1]^2 / (2 * (1 + q[1]^2)) + q[1]^2 / 2 end,
  initial = { default = { q = { 1 }, p = { "1/2" } } }, step = "0.1" }
END
audit "$temporary/verlet.so" --claim order=2 --claim symplectic --claim symmetric --on "$temporary/mass.lua"
[ $? -eq 0 ] && has "claim order holds" && has "claim symplectic holds" && has "claim symmetric holds"
check "form hamiltonian: a shared object steps by the gradient of H" $?
audit "$temporary/verlet.so" --on modulated-pendulum
check "and at the times that it asks for" $?
sed 's/real_add(end, call->t, call->h);/real_set(end, call->t);/; s/so-verlet/so-late-verlet/; s/include "verlet.c"/include "late-verlet.c"/' \
    examples/verlet.c >"$temporary/late-verlet.c"
compile late-verlet -lmpfr
audit "$temporary/late-verlet.so" --on modulated-pendulum
[ $? -eq 1 ]
check "control: at a wrong time its order is refuted" $?
# In double alone: what double leaves of a right method, and differences of neighbouring steps, is no defect.
sed '/ASSAY_ONCE_MORE/,$d; s/so-verlet/so-double/' examples/verlet.c >"$temporary/double.c"
compile double
audit "$temporary/double.so" --claim symmetric --on forced-momentum
[ $? -eq 0 ] && has "claim symmetric holds to round-off: 1 of 1 hold"
check "a symmetric method in double alone holds to round-off" $?
cat >"$temporary/comet.lua" <<'END'
return model { title = "Kepler's problem, e = 0.99", source = "", kind = "hamiltonian", coordinates = { "x", "y" },
  hamiltonian = function (q, p, c) return (p.x^2 + p.y^2)/2 - 1/sqrt(q.x^2 + q.y^2) end,
  initial = { default = { q = { "1/100", 0 }, p = { 0, "sqrt(199)" } }, other = { q = { "1/90", 0 }, p = { 0, "sqrt(179)" } } } }
END
audit "$temporary/double.so" --claim symplectic --on "$temporary/comet.lua"
[ $? -eq 0 ] && ! has refuted:
check "nor is a symplectic one refuted by the third derivatives of its steps" $?
sed '/minus, gradient + i/s/gradient + i/gradient + n + i/; s/so-double/so-tilted/' "$temporary/double.c" >"$temporary/tilted.c"
compile tilted
audit "$temporary/tilted.so" --claim symmetric --claim symplectic --on forced-momentum
[ $? -eq 1 ] && has "claim symmetric refuted" && has "claim symplectic refuted"
check "control: one that is neither is refuted" $?
cat >"$temporary/lagrange.c" <<'END'
#include "assay_method.h"
#include <string.h>

/* (q, p)' = (v, dL/dq) at (q, v), v = f(q), of classical order 4: p stays theta(q) as far as the force is that of L. */
static void slope(const struct assay_call_double *c, double sign, double t, const double *z, double *k)
{
    const size_t n = c->dimension / 2;
    double *both = c->work;

    c->evaluate(c, ASSAY_RHS, 1, &t, z, k);
    memcpy(both, z, n * sizeof *z);
    memcpy(both + n, k, n * sizeof *k);
    c->evaluate(c, ASSAY_FORCE, 1, &t, both, k + n);
    for (size_t i = 0; i < n; i++)
        k[n + i] *= sign;
}

static int step(const struct assay_call_double *c, double sign, double *z)
{
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    const size_t d = c->dimension;
    double *k = c->work + d, *x = k + d, *end = x + d;

    if (!c->evaluate(c, ASSAY_GRADIENT, 1, c->t, z, k) || c->evaluate(c, ASSAY_THETA, 1, c->t, z, k))
        return 1; /* it is no H(q, p), and has theta */
    memcpy(end, z, d * sizeof *z);
    memset(k, 0, d * sizeof *k);
    for (int s = 0; s < 4; s++) {
        for (size_t i = 0; i < d; i++)
            x[i] = z[i] + at[s] * *c->h * k[i];
        slope(c, sign, *c->t + at[s] * *c->h, x, k);
        for (size_t i = 0; i < d; i++)
            end[i] += weight[s] * *c->h * k[i];
    }
    memcpy(z, end, d * sizeof *z);
    return 0;
}

static int right(const struct assay_call_double *c, double *z) { return step(c, 1, z); }
static int wrong(const struct assay_call_double *c, double *z) { return step(c, -1, z); }

ASSAY_METHODS({"so-lagrange", right, .vectors = 4, .flags = ASSAY_DEGENERATE},
              {"so-wrong-lagrange", wrong, .vectors = 4, .flags = ASSAY_DEGENERATE})
END
compile lagrange
cat >"$temporary/lagrange.lua" <<END
return study { title = "lagrange", source = "", models = { "lotka-volterra" }, projections = { "none" },
  methods = { "$temporary/lagrange.so" }, steps = halving("0.1", 2), untiltime = "1", precisions = { "double" },
  measures = { "constraint_error:phi" } }
END
"$ASSAY" run "$temporary/lagrange.lua" -v --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>&1
grep -v '^#' "$temporary/out/data/cells.csv" | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == "constraint_error:phi") k = i }
    $4 == "so-lagrange" { right[++n] = $k }
    $4 == "so-wrong-lagrange" { wrong[++m] = $k }
    END { exit !(n == 2 && m == 2 && right[1] > 12 * right[2] && right[2] > 0 && wrong[1] < 2 * wrong[2]) }'
check "form degenerate: (q, p) by force and theta, and not with the force of the other sign" $?
audit "$temporary/lagrange.so" --claim order=4 --claim relation:time --on modulated-particle
[ $? -eq 1 ] && has "claim order:so-lagrange holds" && has "claim relation:time:so-lagrange holds" && has "claim order:so-wrong-lagrange refuted"
check "form degenerate of a Lagrangian of the time: the state is (q, p), and the time stands apart" $?

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
    "$ASSAY" audit -v "$temporary/refused.so" --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>&1
    [ $? -eq 2 ] && [ "$(wc -l <"$temporary/output")" -eq 1 ] && has "$1"
    check "refused in one line: $1" $?
}
step='static int s(const struct assay_call_double *c, double *z) { (void)c; (void)z; return 0; }'
refused 'has no methods; write ASSAY_METHODS' 'int nothing;'
refused 'compile it with version 2' 'extern const int assay_method_version; const int assay_method_version = 7;'
refused 'wrong at' "$step ASSAY_METHODS({\"two words\", s, 0, 0, 0, NULL})"
refused 'another method called' "$step ASSAY_METHODS({\"rk4\", s, 0, 0, 1, NULL})"
refused 'ended and gave no answer; it does not survive being loaded' 'void crash(void); __attribute__((constructor)) void crash(void) { *(volatile int *)0 = 0; }'
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
#include <signal.h>
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
    grep 'so-hostile' "$cells" | grep -qF "$2" && grep 'so-good' "$cells" | grep -q completed
    check "hostile shared object: $1" $?
}
lost="the method crashed or ended its process"
hostile "a crash" "$lost" '*(volatile int *)0 = 0;'
hostile "the end of the process" "$lost" 'exit(0);'
hostile "an endless step that hears no signal" "run it again" 'for (int k = 1; k < 32; k++) { signal(k, SIG_IGN); } for (;;) { pause(); }'
has "did nothing for 30 seconds" && [ "$(grep -c 'so-hostile.*crashed' "$cells")" -eq 2 ] && ! grep -q broke-down "$cells"
check "and it is no breakdown, but nothing at all" $?
hostile "memory without end" "$lost" 'for (;;) { void *p = malloc(1 << 26); memset(p, 0, 1); }'
hostile "megabytes of output" completed 'for (int i = 0; i < 30000; i++) { puts("done {\"status\": \"completed\"} and so on, and on, and on, and on"); } fflush(stdout);'
hostile "no numbers" "not finite" 'z[0] = 0.0 / 0.0; return 0;'
hostile "a state that is too long" "gave no answer to a step, or a wrong one" 'for (size_t i = 0; i < 2 * c->dimension; i++) { z[i] = 0; } return 0;'
hostile "a step that fails" "says that the step cannot be made" 'return 1;'

# ---- what is lost, and what changes ----

# A cell whose process was killed, as a machine without memory does, is not kept: the next run makes it.
completed() { grep ",$1,none" "$cells" | grep -c completed; }
mkdir "$temporary/lost"
cat >"$temporary/killed.c" <<END
#define _POSIX_C_SOURCE 200809L
#include "assay_method.h"
#include <signal.h>
#include <unistd.h>
static int euler(const struct assay_call_double *c, double *z)
{
    if (access("$temporary/lost", F_OK) == 0)
        kill(getpid(), SIGKILL);
    c->rhs(c, 1, c->t, z, c->work);
    for (size_t i = 0; i < c->dimension; i++)
        z[i] += *c->h * c->work[i];
    return 0;
}
ASSAY_METHODS({"so-killed", euler, .vectors = 1})
END
cat >"$temporary/killed.sh" <<END
while read -r word rest; do
    set -- \$rest
    case \$word in
    hello) [ "\$3" = double ] && echo "methods killed form ode" || echo "unsupported no" ;;
    model | reset) echo ok ;;
    step) [ -e "$temporary/lost" ] && kill -KILL \$\$
          echo "done \$1 \$4 \$5 \$6 \$7" ;;
    esac
done
END
both="\"$temporary/killed.so\", exec { cmd = \"sh $temporary/killed.sh\", depends = { \"$temporary/killed.sh\", \"tests/foreign_test.sh\" } }"
compile killed
run "$both" '"double"' '"energy_error"'
[ $? -eq 3 ] && [ "$(completed so-killed)" -eq 0 ] && [ "$(completed killed)" -eq 0 ] && ! grep -q broke-down "$cells" &&
    has "the program was killed and gave no answer" && has "assay: so-killed: the program was killed and gave no answer"
check "cells whose processes were killed are not run to their end, and are no breakdowns" $?
rmdir "$temporary/lost"
run "$both" '"double"' '"energy_error"' && [ "$(completed so-killed)" -eq 2 ] && [ "$(completed killed)" -eq 2 ]
check "and nothing of them is kept: the next run makes them" $?

# A shared object that puts another in its place, at its first step: what is loaded is what was hashed.  Behind walls it could
# not do that itself.
export ASSAY_TRUSTED=1
sed -e 's/^#include "assay_method.h"/#include <stdio.h>\n&/; s/include "ralston.c"/include "first.c"/' \
    -e "s|^    real_ratio|    if (rename(\"$temporary/second.so\", \"$temporary/changing.so\")) { }\n&|" examples/ralston.c >"$temporary/first.c"
sed 's/real_ratio(factor, n, d)/real_ratio(factor, n * 1000 + 1, d * 1000)/; s/include "ralston.c"/include "second.c"/' examples/ralston.c >"$temporary/second.c"
compile first -lmpfr && compile second -lmpfr && mv "$temporary/first.so" "$temporary/changing.so"
changing="\"$temporary/ralston.lua\", \"$temporary/changing.so\""
run "$changing" '"double"' '"energy_error"'
[ ! -e "$temporary/second.so" ] && same ralston so-ralston 2
check "a shared object that is replaced during a run takes the steps that belong to its key" $?
run "$changing" '"double"' '"energy_error"' && ! same ralston so-ralston 1
check "and the next run those of the new one" $?

# A program that changes one of its files, and the second at that.
printf '%s\n' "while read -r word rest; do set -- \$rest; case \$word in hello) [ \"\$3\" = double ] && echo 'methods writes form ode' || echo unsupported no ;; model | reset) echo ok ;; step) echo >>'$temporary/data'; echo \"done \$1 \$4 \$5 \$6 \$7\" ;; esac; done" >"$temporary/writes.sh"
echo >"$temporary/data"
run "exec { cmd = \"sh $temporary/writes.sh\", depends = { \"$temporary/writes.sh\", \"$temporary/data\" } }" '"double"' '"energy_error"'
[ $? -ne 0 ] && has "a file of a method was changed while it ran; run it again"
check "a program whose files change during the run leaves nothing behind" $?
unset ASSAY_TRUSTED

# ---- C++ ----

if command -v "${CXX:-c++}" >/dev/null 2>&1; then
    # The third-order method of Ralston in C++; the header included plainly, and as C.
    { sed 's/^#include "assay_method.h"/#ifdef WRAPPED\nextern "C" {\n#endif\n&\n#ifdef WRAPPED\n}\n#endif/; s/^#include "ralston.c"/#include "ralston.cpp"/
           s/^ASSAY_METHODS.*/ASSAY_METHODS({"so-ralston", X(ralston), 6, 0, 3, NULL})/' examples/ralston.c; } >"$temporary/ralston.cpp"
    for each in PLAIN WRAPPED; do
        rm -f "$temporary/ralston.so"
        "${CXX:-c++}" -std=c++17 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -Iclients/c "-D$each" "$temporary/ralston.cpp" \
            -lmpfr -o "$temporary/ralston.so" 2>"$output" &&
            run "\"$temporary/ralston.lua\", \"$temporary/ralston.so\"" '"double", 200' '"energy_error"' && same ralston so-ralston 4
        check "a shared object in C++ takes the steps of the tableau that it is ($each)" $?
    done
    audit "$temporary/ralston.so" --on henon-heiles && has "claim order holds"
    check "and its order holds" $?
fi

# ---- several steps in one call ----

# A leapfrog, whose call for n steps joins the last half of a kick to the first of the next; of WRONG steps it is Euler's
# method.
cat >"$temporary/steps.c" <<'END'
#include "assay_method.h"
#ifndef WRONG
#define WRONG 0
#endif
static void kick(const struct assay_call_double *c, double t, double h, double *z)
{
    c->rhs(c, 1, &t, z, c->work);
    for (size_t i = c->dimension / 2; i < c->dimension; i++)
        z[i] += h * c->work[i];
}
static void drift(const struct assay_call_double *c, double t, double h, double *z)
{
    c->rhs(c, 1, &t, z, c->work);
    for (size_t i = 0; i < c->dimension / 2; i++)
        z[i] += h * c->work[i];
}
static int steps(const struct assay_call_double *c, unsigned long n, double *z)
{
    const double h = *c->h;
    kick(c, *c->t, n == WRONG ? h : h / 2, z);
    for (unsigned long k = 0; k < n; k++) {
        drift(c, *c->t + (double)k * h, h, z);
        kick(c, *c->t + (double)(k + 1) * h, k + 1 < n ? h : n == WRONG ? 0 : h / 2, z);
    }
    return 0;
}
static int step(const struct assay_call_double *c, double *z)
{
    const double h = *c->h;
    kick(c, *c->t, h / 2, z);
    drift(c, *c->t, h, z);
    kick(c, *c->t + h, h / 2, z);
    return 0;
}
ASSAY_METHODS({"so-steps", step, .vectors = 1, .flags = MEMORY, .order = 2, .steps = steps})
END
for memory in 0 ASSAY_SESSION; do
    compile steps "-DMEMORY=$memory"
    audit "$temporary/steps.so" --on forced-momentum && audit "$temporary/steps.so" --on henon-heiles
    check "several steps in one call that are as many but for round-off ($memory)" $?
    for wrong in 1 2 7 64; do
        compile steps "-DMEMORY=$memory" "-DWRONG=$wrong"
        audit "$temporary/steps.so" --on henon-heiles
        [ $? -ne 0 ] && ! has "claim order holds" && has "leave 0 of 10 steps" && has "several steps in one call end elsewhere"
        check "control: in a call of $wrong steps another method is seen ($memory)" $?
    done
done

# ---- programs ----

if command -v python3 >/dev/null 2>&1; then
    # Forms, sessions, several steps in one call, and a model of its own: names say which.
    cat >"$temporary/programs.py" <<END
import sys
sys.path.insert(0, "$(pwd)/clients/python")
from assay_client import serve, Failed

def rk4(rhs, t, h, z):
    def add(a, k): return [x + a * h * y for x, y in zip(z, k)]
    k1 = rhs(t, z); k2 = rhs(t + h / 2, add(.5, k1)); k3 = rhs(t + h / 2, add(.5, k2)); k4 = rhs(t + h, add(1, k3))
    return [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(z, k1, k2, k3, k4)]

def canonical(f, t, h, z):
    n = len(z) // 2
    def rhs(t, z):
        g = f.many([(t, z)], "gradient")[0]
        return g[n:] + [-x for x in g[:n]]
    return rk4(rhs, t, h, z)

def degenerate(sign):
    def step(f, t, h, z):
        n = len(z) // 2
        def rhs(t, z):
            v = f(t, z[:n])
            return v + [sign * x for x in f.many([(t, z[:n] + v)], "force")[0]]
        return rk4(rhs, t, h, z)
    return step

class Session: # a leapfrog whose velocity is at the half step, synchronised after each step or each call
    def __init__(self): self.v = None
    def steps(self, f, n, t, h, z):
        m = len(z) // 2
        for k in range(n):
            a = f(t, z)[m:]
            self.v = [x + h / 2 * y for x, y in zip(z[m:], a)]
            q = [x + h * y for x, y in zip(z[:m], self.v)]
            z = q + self.v
            a = f(t, z)[m:]
            z = q + [x + h / 2 * y for x, y in zip(self.v, a)]
        return z
    def __call__(self, f, t, h, z): return self.steps(f, 1, t, h, z)

class Careless(Session): # which loses the last step of several
    def steps(self, f, n, t, h, z): return super().steps(f, max(1, n - 1), t, h, z)

def velocities(f, t, h, z): # x'' = -(x v^2 + x) / (1 + x^2)
    return rk4(lambda t, z: [z[1], -(z[0] * z[1] ** 2 + z[0]) / (1 + z[0] ** 2)], t, h, z)

def ahead(f, t, h, z): # a leapfrog with momenta half a step ahead, by the gradient of H
    n = len(z) // 2
    g = f.many([(t + h / 2, z)], "gradient")[0]
    q = [x + h * y for x, y in zip(z[:n], g[n:])]
    g = f.many([(t + h, q + z[n:])], "gradient")[0]
    return q + [x - h * y for x, y in zip(z[n:], g[:n])]

def behind(f, t, h, z): # the same half a step behind: it starts from a force at t
    n = len(z) // 2
    g = f.many([(t, z)], "gradient")[0]
    p = [x - h * y for x, y in zip(z[n:], g[:n])]
    g = f.many([(t, z[:n] + p)], "gradient")[0]
    return [x + h * y for x, y in zip(z[:n], g[n:])] + p

def projected(f, t, h, z):
    z = rk4(f, t, h, z)
    for k in range(3):
        row = f.many([(t + h, z)], "constraint_jacobian")[0][: len(z)]
        for g in f.many([(t + h, z)], "constraint")[0][:1]:
            z = [x - g * y / sum(r * r for r in row) for x, y in zip(z, row)]
    return z

def differentiated(f, t, h, z): # H_q, H_p and all rows of the Jacobian are derivatives: by differences, to 1e-6
    def slope(name, i, e=1e-5):
        ends = [f.many([(t, z[:i] + [z[i] + s] + z[i + 1:])], name)[0] for s in (e, -e)]
        return [(a - b) / (2 * e) for a, b in zip(*ends)]
    rows = [x for row in zip(*[slope("constraint", i) for i in range(len(z))]) for x in row]
    if len(f.many([(t, z)] * 3, "constraint_jacobian")[2]) != len(rows):
        raise Failed("as many numbers as there are constraints and coordinates")
    for name, slopes in (("constraint_jacobian", rows), ("gradient", [slope("hamiltonian", i)[0] for i in range(len(z))])):
        if max(abs(a - b) for a, b in zip(f.many([(t, z)] * 3, name)[2], slopes)) > 1e-6:
            raise Failed(name)
    return z

which = sys.argv[1]
methods = {"differentiated": ("hamiltonian", differentiated), "canonical": ("hamiltonian", canonical), "degenerate": ("degenerate", degenerate(1)),
           "wrong-force": ("degenerate", degenerate(-1)), "session": ("ode", Session), "careless": ("ode", Careless),
           "velocities": ("ode", velocities), "projected": ("hamiltonian", projected),
           "ahead": ("hamiltonian", ahead), "behind": ("hamiltonian", behind)}
serve({"py-" + which: methods[which][1]}, form=methods[which][0], traits={"py-velocities": "velocities", "py-ahead": "offset 1/2", "py-behind": "offset -1/2"})
END
    program() { # NAME: an entry of a list of methods
        printf 'exec { cmd = "python3 %s %s", depends = { "%s" } }' "$temporary/programs.py" "$1" "$temporary/programs.py"
    }
    on() { # MODEL, METHODS, MEASURES
        cat >"$temporary/on.lua" <<END
return study { title = "on", source = "", models = { "$1" }, projections = { "none" }, methods = { $2 },
  steps = halving("${first_step:-0.1}", 2), untiltime = "${final_time:-1}", precisions = { "double" }, measures = { $3 } }
END
        "$ASSAY" run "$temporary/on.lua" -v --store "$temporary/store.sqlite" --out "$temporary/out" >"$temporary/output" 2>&1
        cat "$temporary/out/data/cells.csv" >>"$temporary/output"
    }
    falls() { # METHOD, COLUMN, AT LEAST: whether its error falls by that when the step is halved
        grep -v '^#' "$temporary/out/data/cells.csv" | awk -F, -v method="$1" -v column="$2" -v least="$3" '
            NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) k = i }
            $4 == method { error[++n] = $k }
            END { exit !(n == 2 && error[1] > least * error[2]) }'
    }
    on "$temporary/mass.lua" "$(program canonical), $(program velocities)" '"energy_error"'
    falls py-canonical energy_error 12
    check "form hamiltonian: a program steps by the gradient of H" $?
    falls py-velocities energy_error 12
    check "a program that has the velocities (q, M(q)^-1 p) in the place of the momenta" $?
    on skew-pendulum "$(program ahead)" '"solution_error"'
    falls py-ahead solution_error 3.6
    check "form hamiltonian with momenta half a step ahead: it steps where there is a gradient of H" $?
    cat >"$temporary/forced.lua" <<'END'
return model { title = "a forced oscillator", source = "test", kind = "hamiltonian", coordinates = { "x" }, parameters = {},
  hamiltonian = function (q, p, t, c) return p[1]^2 / 2 + q[1]^2 / 2 + q[1] * cos(2 * t) end,
  initial = { default = { q = { "1/3" }, p = { "2/7" } } }, step = "0.1" }
END
    on "$temporary/forced.lua" "$(program behind), \"rattle\"" '"solution_error"'
    grep -v '^#' "$temporary/out/data/cells.csv" |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "solution_error") k = i; if ($i == "step") h = i } }
            $4 == "rattle" { right[$h] = $k } $4 == "py-behind" { ours[$h] = $k }
            END { for (h in right) { d = ours[h] / right[h] - 1; same += d * d < 1e-14 && right[h] > 1e-5 } exit same != 2 }'
    check "momenta half a step behind, under a force of the time: it is the Stormer-Verlet step" $?
    on henon-heiles "$(program ahead)" '"solution_error"'
    has "it does not step on ode models"
    check "and keeps its form: models without one do not apply" $?
    on lorenz "$(program velocities)" '"energy_error"'
    has "the state of the model has no two halves, positions and momenta"
    check "velocities are those of models with two halves alone" $?
    on pendulum "$(program projected)" '"constraint_error:g", "energy_error"'
    falls py-projected energy_error 4 && ! falls py-projected constraint_error:g 4 &&
        grep py-projected "$temporary/out/data/cells.csv" | awk -F, '{ exit !($15 < 1e-10) }'
    check "a program keeps the constraint by its Jacobian" $?
    on skew-pendulum "$(program projected)" '"energy_error"'
    falls py-projected energy_error 12
    check "and steps where there is none, whose function has no numbers" $?

    # What a client says of the model: as many numbers as it has constraints, with and without any.
    mkdir -p "$temporary/clients"
    cat >"$temporary/clients/counts.cpp" <<'END'
#include "assay_client.hpp"
#include <stdexcept>
static assay::state step(assay::field &f, double t, double h, assay::state z)
{
    if (f.constraints != f.many({t}, {z}, "constraint")[0].size() || f.dimension != z.size() || f.size != z.size() ||
        f.constraints * f.dimension != f.many({t + h}, {z}, "constraint_jacobian")[0].size() || f.constraints != (f.model == "pendulum" ? 2 : 0))
        throw std::runtime_error("not what was said");
    return z;
}
int main() { return assay::serve({{"cpp-counts", step, {}, "constraints", "hamiltonian"}}); }
END
    cat >"$temporary/clients/counts.js" <<END
const { serve } = require("$(pwd)/clients/javascript/assay_client.js");
serve({ "js-counts": (f, t, h, z) => {
  if (f.constraints !== f.many([[t, z]], "constraint")[0].length || f.dimension !== z.length || f.size !== z.length ||
      f.constraints * f.dimension !== f.many([[t + h, z]], "constraint_jacobian")[0].length || f.constraints !== (f.model === "pendulum" ? 2 : 0))
    throw new Error("not what was said");
  return z;
} }, { form: "hamiltonian", traits: { "js-counts": "constraints" } });
END
    cat >"$temporary/clients/counts.f90" <<'END'
module counts_methods
  use assay_client
  implicit none
contains
  subroutine counts(t, h, z, failed)
    real(real64), intent(in) :: t, h
    real(real64), intent(inout) :: z(:)
    logical, intent(out) :: failed
    real(real64) :: g(assay_constraints), rows(assay_constraints * size(z))
    g = assay_evaluate('constraint', t, z, size(g))
    rows = assay_evaluate('constraint_jacobian', t + h, z, size(rows))
    failed = assay_constraints /= merge(2, 0, assay_model == 'pendulum') .or. assay_size /= size(z)
    if (any(abs(g) > 1e-9_real64)) failed = .true.
  end subroutine
end module
program counts_program
  use counts_methods
  implicit none
  call assay_serve("f-counts", counts, "hamiltonian constraints")
end program
END
    ${CXX:-c++} -Iclients/cpp "$temporary/clients/counts.cpp" -o "$temporary/clients/counts" 2>"$temporary/output"
    counts() { # COMMAND
        printf 'exec { cmd = "%s", depends = { "%s" } }' "$1" "${1##* }"
    }
    list=$(counts "$temporary/clients/counts")
    if command -v node >/dev/null 2>&1; then list="$list, $(counts "node $temporary/clients/counts.js")"; fi
    if command -v gfortran >/dev/null 2>&1 &&
        gfortran -J"$temporary/clients" clients/fortran/assay_client.f90 "$temporary/clients/counts.f90" -o "$temporary/clients/f-counts"; then
        list="$list, $(counts "$temporary/clients/f-counts")"
    fi
    cat >"$temporary/clients/counts.m" <<END
1;
addpath ("$(pwd)/clients/octave");
function z = counts (f, t, h, z)
  global assay_model;
  if (assay_model.constraints != numel (f (t, z, "constraint")) || assay_model.dimension != numel (z) || assay_model.size != numel (z) ||
      assay_model.constraints * assay_model.dimension != numel (f (t + h, z, "constraint_jacobian")) ||
      assay_model.constraints != 2 * strcmp (assay_model.name, "pendulum"))
    error ("not what was said");
  end
end
assay_serve ("m-counts form hamiltonian constraints", @counts);
END
    if command -v octave-cli >/dev/null 2>&1; then
        list="$list, $(counts "octave-cli -q --no-line-editing $temporary/clients/counts.m")"
    fi
    on pendulum "$list" '"energy_error"' && has " 0 broke down" && has cpp-counts && on skew-pendulum "$list" '"energy_error"' && has " 0 broke down"
    check "clients in C++, JavaScript, Fortran and Octave pass on what is said of the constraints" $?
    sed 's/function (q, p, c) return (p/function (q, p, t, c) return (1 + cos(t)\/3)*(p/; /charts = {/,/^  },/d' models/pendulum.lua >"$temporary/driven.lua"
    on "$temporary/driven.lua" "$(program differentiated)" '"constraint_error:g"'
    has " 0 broke down" && has py-differentiated
    check "the Jacobian of the constraints has the columns of the state alone where the model is one of the time" $?
    on lotka-volterra "$(program degenerate), $(program wrong-force)" '"constraint_error:phi", "energy_error"'
    falls py-degenerate constraint_error:phi 12 && falls py-degenerate energy_error 12
    check "form degenerate: a program steps on (q, p) by force and theta" $?
    ! falls py-wrong-force constraint_error:phi 2
    check "control: with the force of the other sign its momenta leave theta(q)" $?
    on henon-heiles "$(program session), $(program careless)" '"solution_error", "energy_error"'
    falls py-session solution_error 3.6
    check "a session with several steps in one call" $?
    grep py-careless "$temporary/output" | grep -q "several steps in one call end elsewhere"
    check "several steps in one call that are not as many calls are found out" $?

    # A program with a model of its own.
    sed "s|os.path.dirname(os.path.abspath(__file__)), \"..\"|\"$(pwd)\"|" \
        examples/own_model.py >"$temporary/own.py"
    sed 's/- 2 \* x \* y/- 2.001 * x * y/; s/own-leapfrog/other-model/g' "$temporary/own.py" >"$temporary/other.py"
    sed 's/ offset 1.2//; s/own-leapfrog/no-offset/g' "$temporary/own.py" >"$temporary/no-offset.py"
    on henon-heiles "$(for each in own other no-offset; do
        printf 'exec { cmd = "python3 %s", depends = { "%s" } }, ' "$temporary/$each.py" "$temporary/$each.py"
    done)" '"solution_error"'
    falls own-leapfrog solution_error 3.6
    check "a program with a model of its own, and velocities at the half step" $?
    grep other-model "$temporary/output" | grep -q "is not that of the model file"
    check "a model that differs from the file in the fourth digit is found out" $?
    ! falls no-offset solution_error 3
    check "control: velocities at the half step that are taken for those at the step have another order" $?

    # One number, whatever way it is written.
    for each in 0.5:point 5e-1:exponent +1/2:sign 2/4:quotient; do
        sed "s|offset 1/2|offset ${each%:*}|; s/own-leapfrog/half-${each#*:}/g" "$temporary/own.py" >"$temporary/half-${each#*:}.py"
    done
    on henon-heiles "$(for each in own half-point half-exponent half-sign half-quotient; do
        printf 'exec { cmd = "python3 %s", depends = { "%s" } }, ' "$temporary/$each.py" "$temporary/$each.py"
    done)" '"solution_error"'
    grep -v '^#' "$temporary/out/data/cells.csv" |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "solution_error") k = i; if ($i == "step") h = i } }
            $4 == "own-leapfrog" { right[$h] = $k } $4 ~ /^half-/ { same += $k == right[$h] } END { exit same != 8 }'
    check "an offset of half a step is the same as 0.5, 5e-1, +1/2 and 2/4" $?

    # In metres, seconds and kilograms: velocities are 1e7 times as large as accelerations, momenta 1e30 times.
    cat >"$temporary/planet.lua" <<'END'
return model { title = "a planet on a spring", source = "test", kind = "hamiltonian", coordinates = { "x" },
  parameters = { m = "2e30", w = "2e-7" },
  hamiltonian = function (q, p, c) return p.x^2 / (2 * c.m) + c.m * c.w^2 * q.x^2 / 2 end,
  initial = { default = { q = { "1.5e11" }, p = { "1e34" } } }, step = "500000" }
END
    for each in planet:4e-14 comet:4.004e-14; do
        sed -e '/^def acc/,/^    return/d' -e 's/return \[\*z\[2.*/return [z[1], -'"${each#*:}"' * z[0]]/' -e '/^    x, y, u/,/^    return/d' \
            -e 's/^def leapfrog.*/&\n    x = z[0] + h * z[1]\n    return [x, z[1] - h * '"${each#*:}"' * x]/' -e "s/own-leapfrog/own-${each%:*}/g" \
            "$temporary/own.py" >"$temporary/own-${each%:*}.py"
    done
    first_step=500000 final_time=5000000
    on "$temporary/planet.lua" "$(for each in planet comet; do
        printf 'exec { cmd = "python3 %s", depends = { "%s" } }, ' "$temporary/own-$each.py" "$temporary/own-$each.py"
    done)" '"solution_error"'
    falls own-planet solution_error 3.6
    check "in other units a program with a model of its own" $?
    grep own-comet "$temporary/output" | grep -q "is not that of the model file"
    check "and accelerations that differ in the fourth digit are found out" $?
else
    number=$((number + 1))
    echo "ok $number - programs # SKIP python3 is not installed"
fi

# ---- hostile programs ----

answers='while read -r word rest; do set -- $rest; case $word in hello) [ "$3" = double ] && echo "methods hostile form ode" || echo "unsupported no" ;; model|reset) echo ok ;; step) '
silent="gave no answer to a step, or a wrong one"
endure() { # DESCRIPTION, MESSAGE, WHAT IT DOES AT A STEP (the number and the numbers of which are $1 ...)
    printf '%s\n' "$answers $3 ;; esac; done" >"$temporary/hostile.sh"
    run "exec { cmd = \"sh $temporary/hostile.sh\", depends = { \"$temporary/hostile.sh\" } }, \"$temporary/ralston.lua\"" \
        '"double"' '"energy_error"'
    grep 'hostile,none' "$temporary/out/data/cells.csv" | grep -qF "$silent" &&
        grep 'ralston,none' "$temporary/out/data/cells.csv" | grep -q completed &&
        has "assay: hostile: the program $2" && [ "$(grep -c '^assay: hostile: ' "$output")" -le 2 ]
    check "hostile program: $1" $?
}
endure "a crash" 'ended and gave no answer' 'kill -SEGV $$'
endure "its last words" 'ended and gave no answer; it wrote: nothing will come of nothing' \
    'echo "Traceback" >&2; echo "nothing will come of nothing" >&2; exit 1'
endure "it ends between two steps" 'ended and gave no answer' 'echo "done $1 0 0 0 0"; [ "$1" -lt 12 ] || exit 0'
endure "megabytes of output" 'wrote a line of more than 1048576 bytes' 'head -c 3000000 /dev/zero | tr "\0" x'
endure "megabytes in lines" 'asked for 0 points' 'while :; do echo "evaluate $1 rhs"; done'
endure "an answer to an earlier step" "answered 'done 1 0 0 0 0' to step" 'echo "done 1 0 0 0 0"'
endure "a wrong dimension" 'answered with other than 4 numbers' 'echo "done $1 0 0 0"'
endure "no numbers" 'answered with other than 4 numbers' 'echo "done $1 zero one two three"'
endure "a zero byte" 'wrote a line with a zero byte' 'printf "done $1 0 0 0 0\0\n"'
endure "the number of a step, less 2^64" "answered 'done -18446744073709551615 0 0 0 0' to step 1" 'echo "done -18446744073709551615 0 0 0 0"'
endure "points without end" 'asked for the model more than 100000 times in a step' \
    'yes "evaluate $1 rhs 1 0 0 0 0 0" & cat >/dev/null'
echo "1..$number"
