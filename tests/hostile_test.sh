#!/bin/sh
# What hostile methods cost an audit: a bounded time, one line that says what happened, one verdict, which never holds, and
# nothing that is left of their processes.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay); CC (default cc).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
lost="the method crashed or ended its process"
changed="the method leaves another rounding, range of exponents or decimal point behind it"
# What is started here sleeps for a time of its own, by which it is found again, and ends by itself.
sleep=$((1000 + $$ % 1000))
left() { ps -e -o args= 2>/dev/null | grep -q "^sleep $sleep\$"; }
# Whether an audit of an order ends with the status and the words, without a claim that holds where it is open.
ends() { # STATUS WORDS ARGUMENTS...
    status=$1 words=$2
    shift 2
    audit "$status" "$@" --on henon-heiles --claim "order=${claimed:-1}" --fresh && has "$words" && ! left &&
        { [ "$status" -eq 0 ] || ! has "claim order holds"; }
}

# ---- shared objects ----

# Euler's method, which does this beside its step.
library() { # DESCRIPTION STATUS WORDS STATEMENTS [FLAGS...]
    description=$1 status=$2 words=$3 statements=$4
    shift 4
    cat >"$temporary/hostile.c" <<END
#define _GNU_SOURCE
#include "assay_method.h"
#include <fenv.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <mpfr.h>
static int hostile(const struct assay_call_double *c, double *z)
{
    static int calls;

    c->rhs(c, 1, c->t, z, c->work);
    for (size_t i = 0; i < c->dimension; i++)
        z[i] += *c->h * c->work[i];
    calls++;
    $statements
    return calls < 0;
}
ASSAY_METHODS({"so-hostile", hostile, .vectors = 1})
END
    ${CC:-cc} -std=c11 -shared -fPIC -Iclients/c "$temporary/hostile.c" -o "$temporary/hostile.so" -lmpfr "$@" 2>"$output" &&
        ends "$status" "$words" "$temporary/hostile.so"
    check "a shared object that $description" $?
}
library "is Euler's method (control)" 0 "claim order holds" ''
library "rounds up" 3 "$changed" 'fesetround(FE_UPWARD);'
library "changes the exponents of MPFR" 3 "$changed" 'mpfr_set_emin(-1);'
case $(uname -m) in x86_64)
    library "flushes subnormal numbers to zero" 3 "$changed" '__builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);'
    printf 'static void __attribute__((constructor)) load(void) { __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040); }\n' \
        >"$temporary/load.h"
    library "does so when it is loaded" 3 "$changed" '' -include "$temporary/load.h" ;;
esac
library "closes what it finds open" 3 "$lost" 'for (int k = 0; k < 256; k++) close(k);'
library "writes into what it finds open" 3 "$lost" 'for (int k = 0; k < 32; k++) { if (write(k, "what is this", 12)) {} }'
library "ends its process with the status of success" 3 "$lost" 'if (calls == 9) _exit(77);'
# It was Euler's method that held order 4: a row of h^4 in the answer of its process, and the status of success.
claimed=4
library "writes its own result" 3 "$lost" '{
    static double h;
    char row[900], path[40], name[40];
    h = calls > 1 ? h : *c->h > 0 ? *c->h : -*c->h;
    snprintf(row, sizeof row, "done {\"done\":true,\"completed\":true,\"broke_down_at\":0,\"newton\":0,\"residual_evaluations\":80,"
             "\"evaluations\":80,\"newton_iterations\":0,\"worst_stall\":0,\"seconds\":0.001,"
             "\"measures\":[[\"solution_error\",%.17g,\"%.17g\"]],\"histories\":[]}\n", h * h * h * h, h * h * h * h);
    for (int k = 3; calls == 30 && k < 64; k++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", k);
        memset(name, 0, sizeof name);
        if (readlink(path, name, sizeof name - 1) > 0 && strstr(name, "answer") && write(k, row, strlen(row))) {}
    }
    if (calls == 30) _exit(77);
}'
unset claimed
export ASSAY_TRUSTED=1
library "kills its parent, and has no walls around it" 3 "$lost" 'kill(getppid(), SIGKILL);'
unset ASSAY_TRUSTED
library "takes away the files that its process may open, and is right" 0 "claim order holds" \
    '{ struct rlimit r = {0, 0}; setrlimit(RLIMIT_NOFILE, &r); setrlimit(RLIMIT_FSIZE, &r); }'
library "takes away its memory and takes some" 3 "$lost" \
    '{ struct rlimit r = {0, 0}; setrlimit(RLIMIT_AS, &r); memset(malloc(1 << 24), 0, 1 << 24); }'
library "prints a lot, ignores signals and goes elsewhere, and is right" 0 "claim order holds" \
    'if (calls < 100) { puts("much"); fputs("more", stderr); fflush(NULL); signal(SIGTERM, SIG_IGN); if (chdir("/")) {} }'
! grep -q -e much -e more "$output"
check "what it prints is seen nowhere" $?
library "leaves processes behind that are in no group of its own" 0 "claim order holds" \
    "if (calls == 1 && !fork()) { setsid(); execlp(\"sleep\", \"sleep\", \"$sleep\", (char *)NULL); }"
printf '#include "assay_method.h"\nextern int nowhere(void);\nstatic int step(const struct assay_call_double *c, double *z) { return !c || !z || nowhere(); }\nASSAY_METHODS({"lost", step})\n' \
    >"$temporary/lost.c"
${CC:-cc} -std=c11 -shared -fPIC -Iclients/c "$temporary/lost.c" -o "$temporary/lost.so" 2>"$output" &&
    audit 2 "$temporary/lost.so" --claim order=1 && has "cannot be loaded" && has "undefined symbol: nowhere" && [ "$(wc -l <"$output")" -eq 1 ]
check "a shared object that calls what is nowhere is refused before it is run" $?

# ---- walls ----

# What reaches what it may not is another method: its order is refuted then.
apart=$(TMPDIR=/tmp mktemp -d)
trap 'rm -rf "$temporary" "$apart"' EXIT
echo secret >"$apart/secret"
export CI_JOB_TOKEN=token
reaches='z[0] += *c->h * (getenv("CI_JOB_TOKEN") || fopen(APART "/secret", "r") || fopen(APART "/made", "w") || socket(AF_INET, SOCK_STREAM, 0) >= 0);'
case $("$ASSAY" audit --describe-sandbox) in
*missing*) ;;
*) library "reaches for tokens, files and the network gets none behind walls" 0 "claim order holds" "$reaches" \
    -include sys/socket.h "-DAPART=\"$apart\"" ;;
esac
export ASSAY_TRUSTED=1
library "reaches for them gets them without (control)" 1 "claim order refuted" "$reaches" -include sys/socket.h "-DAPART=\"$apart\""
unset ASSAY_TRUSTED CI_JOB_TOKEN

# ---- programs ----

# One in sh that does this in a step, where \$1 is the number of the step.
program() { # DESCRIPTION WORDS WHAT
    cat >"$temporary/hostile.sh" <<END
while read -r word rest; do
    set -- \$rest
    case \$word in
    hello) [ "\$3" = double ] && echo "methods hostile form ode" || echo "unsupported no" ;;
    model | reset) echo ok ;;
    step) $3 ;;
    esac
done
END
    ends 3 "assay: hostile: the program $2" --exec "sh $temporary/hostile.sh" && has "0 of 1 hold"
    check "a program that $1" $?
}
program "ends, and leaves another that holds its lines" "ended and gave no answer" "sleep $sleep & exit 0"
program "leaves one in a session of its own" "ended and gave no answer" "setsid sleep $sleep & exit 0"
program "kills its parent" "was killed and gave no answer" 'kill -KILL $PPID; sleep 1'
# The right steps, as long as it lives: it dies of the steps from the initial data, which runs seldom ask for.
sed -e 's/^#include "assay_client.h"/&\n#include <stdlib.h>/' -e 's/, {"c-wrong", wrong}//' -e '/^static int wrong/,/^}/d' \
    -e 's/^    double k\[.*/&\n    static int steps;\n\n    if (z[0] == 0.1 \&\& ++steps > 300) exit(1);/' examples/midpoint.c >"$temporary/mortal.c"
${CC:-cc} -std=c11 -Iclients/c "$temporary/mortal.c" -o "$temporary/mortal" -lm 2>"$output" &&
    audit 3 --exec "$temporary/mortal" --on henon-heiles --claim order=2 && has "the program ended and gave no answer" &&
    has "claim order inconclusive: it was measured to hold, but c-midpoint gave no answer any more"
check "a program that ends after 300 right steps from one state is neither refuted for that, nor does it hold" $?

# ---- commands that read ----

# A program and a shared object that leave a mark wherever they are started, with all walls down.
mark=$temporary/mark
cat >"$temporary/marks.sh" <<END
echo program >>"$mark"
while read -r word rest; do
    set -- \$rest
    case \$word in
    hello) [ "\$3" = double ] && echo "methods still form ode" || echo "unsupported no" ;;
    model | reset) echo ok ;;
    step) n=\$1; shift 3; echo "done \$n \$*" ;;
    esac
done
END
cat >"$temporary/marks.c" <<END
#include "assay_method.h"
#include <stdio.h>
static void __attribute__((constructor)) load(void) { FILE *f = fopen("$mark", "a"); if (f) { fputs("object\\n", f); fclose(f); } }
static int still(const struct assay_call_double *c, double *z) { return !c || !z; }
ASSAY_METHODS({"so-still", still})
END
${CC:-cc} -std=c11 -shared -fPIC -Iclients/c "$temporary/marks.c" -o "$temporary/marks.so"
cat >"$temporary/marks.lua" <<END
return study { title = "marks", source = "", models = { "henon-heiles" }, projections = { "none" }, steps = halving("0.1", 2), untiltime = "1",
  methods = { exec { cmd = "sh $temporary/marks.sh", depends = { "$temporary/marks.sh" } }, "$temporary/marks.so" },
  precisions = { "double" }, measures = { "energy_error" } }
END
marks() { # STATUS ARGUMENTS...: whether the command ends so, and leaves no mark
    status=$1
    shift
    rm -f "$mark"
    "$ASSAY" "$@" --store "$temporary/marks.sqlite" >"$output" 2>&1 </dev/null
    [ $? -eq "$status" ] && [ ! -e "$mark" ]
}
export ASSAY_TRUSTED=1
marks 0 run "$temporary/marks.lua" --dry-run && has "would start  sh $temporary/marks.sh" && has "would start  $temporary/marks.so"
check "a dry run says what it would start, and starts nothing" $?
marks 2 report "$temporary/marks.lua" --out "$temporary/marks" && [ ! -e "$temporary/marks.sqlite" ]
check "nor does a report where there is no store" $?
! marks 0 run "$temporary/marks.lua" --out "$temporary/marks" && grep -q program "$mark" && grep -q object "$mark"
check "a run starts them (control)" $?
marks 0 run "$temporary/marks.lua" --dry-run && has "0 cells to compute, 4 in the store" && has "would start  sh $temporary/marks.sh"
check "a dry run after it knows their methods" $?
marks 0 run "$temporary/marks.lua" --dry-run --json && python3 -c 'import json, sys
plan = json.load(open(sys.argv[1]))
sys.exit(len(plan["starts"]) != 2 or plan["cells"] or plan["stored"] != 4 or not plan["known"])' "$output"
check "and so does its JSON" $?
marks 0 report "$temporary/marks.lua" --out "$temporary/marks" && grep -q so-still "$temporary/marks/data/cells.csv" &&
    grep -q ,still, "$temporary/marks/data/cells.csv"
check "a report starts nothing" $?
marks 0 explain "$temporary/marks.lua" so-still && has so-still
check "explain starts nothing" $?
marks 0 report "$temporary/marks.lua" --json && has still
check "nor does a report in JSON" $?
cp "$temporary/marks.sqlite" "$temporary/merged.sqlite"
rm "$temporary/marks.sqlite"
"$ASSAY" merge "$temporary/marks.sqlite" "$temporary/merged.sqlite" >/dev/null && marks 0 run "$temporary/marks.lua" --dry-run && has "0 cells to compute, 4 in the store"
check "what they have said goes with what is merged" $?
echo "# changed" >>"$temporary/marks.sh"
marks 2 report "$temporary/marks.lua" --out "$temporary/marks" && has "is not in the store" && [ "$(wc -l <"$output")" -eq 1 ]
check "what has changed since is not known" $?
unset ASSAY_TRUSTED

# ---- what is long ----

"$ASSAY" audit --exec 'head -c 100000000 /dev/zero' --store "$temporary/store.sqlite" --out "$temporary/out" >"$output" 2>&1
[ $? -eq 2 ] && [ "$(wc -l <"$output")" -eq 1 ] && has "wrote a line of more than 1048576 bytes"
check "a program that writes 100 MB before its first answer" $?
echo "1..$number"
