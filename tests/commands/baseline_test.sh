#!/bin/sh
# Values accepted of a method in double: an error 1.4 times as large at the same order is a difference, and changes within
# round-off are none.  The method is the midpoint rule in a shared object; one version adds 0.4 of its error to each step, others
# move each coordinate of a step by at most one unit in the last place.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay); BASELINE_RUNS, how many of the others (default 4).  Run from the root of
# the repository.
set -u
: "${ASSAY:=./assay}"
. tests/fixtures/check.sh
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
headers=$(pwd)/clients/c
unset ASSAY_PATH ASSAY_STORE GITHUB_ACTIONS
cd "$temporary" || exit 1
cat >method.c <<'end'
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "assay_method.h"
enum { MOST = 8 };
static void rhs(const struct assay_call_double *call, double t, const double *z, double *k)
{
    call->rhs(call, 1, &t, z, k);
}
/* The midpoint rule, and RK4, which is as good as exact beside it. */
static int step(const struct assay_call_double *call, double *z)
{
    const char *excess = getenv("METHOD_EXCESS"), *variant = getenv("METHOD_VARIANT");
    double h = *call->h, t = *call->t, k[4][MOST], x[MOST], c[4] = {0, 0.5, 0.5, 1}, more = excess ? atof(excess) : 0;
    size_t d = call->dimension;

    for (int s = 0; s < 4; s++) {
        for (size_t i = 0; i < d; i++)
            x[i] = z[i] + (s ? c[s] * h * k[s - 1][i] : 0);
        rhs(call, t + c[s] * h, x, k[s]);
    }
    for (size_t i = 0; i < d; i++) {
        double midpoint = h * k[1][i], best = h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
        unsigned long long bits;

        z[i] += more != 0 ? midpoint + more * (midpoint - best) : midpoint;
        memcpy(&bits, z + i, sizeof bits);
        bits = (bits ^ (variant ? strtoull(variant, NULL, 10) : 0)) * 6364136223846793005ULL >> 61;
        if (variant && bits < 4)
            z[i] = nextafter(z[i], bits < 2 ? INFINITY : -INFINITY);
    }
    return 0;
}
const int assay_method_version = ASSAY_METHOD_VERSION;
struct assay_method_double assay_methods_double[] = {{"my-midpoint", step, 1, 0, 0, 0}, {0}};
end
"${CC:-cc}" -shared -fPIC -O1 -I"$headers" method.c -o method.so -lm
cat >assay.lua <<'end'
return study {
  title = "A library", methods = { "./method.so" }, steps = halving("0.1", 5), untiltime = "2",
  models = { "henon-heiles", "modulated-pendulum" }, measures = { "solution_error" },
  claims = { claim { method = "my-midpoint", order = 2, source = "manual" } } }
end
gate() { # STATUS ARGUMENT...: with a store of its own, since the file of the method stays the same
    expected=$1
    shift
    rm -f assay.sqlite
    "$ASSAY" gate --trusted "$@" >said 2>&1
    status=$?
    tr -s ' \n' ' ' <said >flat
    [ $status -eq "$expected" ]
}
gate 0 --accept && grep -q 'floors' assay.baseline
check "the errors in double are accepted with their floors" $?
gate 0
check "the same method is as accepted" $?
cp assay.sqlite first.sqlite
METHOD_EXCESS=0.4 gate 1 && grep -q '1 as expected, 2 different' flat && grep -q 'the values differ .* at h = 0.1, accepted ' flat
check "an error 1.4 times as large is a difference, though the order holds" $?
python3 -c 'import json, sqlite3
new, old = ({f["id"]: f for f in json.loads(sqlite3.connect(p).execute("SELECT document FROM report").fetchone()[0])["fits"]} for p in ("assay.sqlite", "first.sqlite"))
for name, fit in new.items():
    assert abs(fit["errors"][-1] / old[name]["errors"][-1] - 1.4) < 0.05 and abs(fit["order"] - old[name]["order"]) < 0.1, name
    assert fit["verdict"] == old[name]["verdict"] == "holds"'
check "control: it is 1.4 times as large, at the same order" $?
moved=0 caught=0
for variant in $(seq "${BASELINE_RUNS:-4}"); do
    METHOD_VARIANT=$variant gate 0 --json || caught=$((caught + 1))
    python3 -c 'import json, sqlite3, sys
new, old = ([f["errors"] for f in json.loads(sqlite3.connect(p).execute("SELECT document FROM report").fetchone()[0])["fits"]] for p in ("assay.sqlite", "first.sqlite"))
sys.exit(new == old)' && moved=$((moved + 1))
done
[ $caught -eq 0 ] && [ $moved -eq "${BASELINE_RUNS:-4}" ]
check "${BASELINE_RUNS:-4} methods that differ within round-off are none ($moved moved, $caught caught)" $?
echo "1..$number"
