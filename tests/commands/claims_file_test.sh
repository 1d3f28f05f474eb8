#!/bin/sh
# assay.lua, the claims of a library: what holds, what is known to fail, a failure that is gone, a claim that is broken; and what
# is refused, with its line.  The library is a shared object that is compiled here: the midpoint rule and the method of Heun,
# of order 2, and one of the same form with a weight that makes its order 1, until it is mended.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
. tests/fixtures/check.sh
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
root=$(pwd)
unset ASSAY_PATH ASSAY_STORE GITHUB_ACTIONS
mkdir -p "$temporary/library" "$temporary/elsewhere"
cd "$temporary/library" || exit 1

library() { # WEIGHT: that of the second stage of the last method
    cat >methods.c <<END
#include "assay_method.h"
/* z + h ((1 - w) f(z) + w f(z + c h f(z))), of order 2 if w c = 1/2 */
static int step(const struct assay_call_double *call, double *z, double w, double c)
{
    double *k = call->work, *x = k + call->dimension, *l = x + call->dimension, t = *call->t + c * *call->h;

    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < call->dimension; i++)
        x[i] = z[i] + c * *call->h * k[i];
    call->rhs(call, 1, &t, x, l);
    for (size_t i = 0; i < call->dimension; i++)
        z[i] += *call->h * ((1 - w) * k[i] + w * l[i]);
    return 0;
}
static int midpoint(const struct assay_call_double *call, double *z) { return step(call, z, 1, 0.5); }
static int heun(const struct assay_call_double *call, double *z) { return step(call, z, 0.5, 1); }
static int wrong(const struct assay_call_double *call, double *z) { return step(call, z, $1, 0.75); }
const int assay_method_version = ASSAY_METHOD_VERSION;
struct assay_method_double assay_methods_double[] = {
    {"my-midpoint", midpoint, 3, 0, 0, 0}, {"my-heun", heun, 3, 0, 0, 0}, {"my-wrong", wrong, 3, 0, 0, 0}, {0}};
END
    "${CC:-cc}" -shared -fPIC -O1 -I"$root/clients/c" methods.c -o methods.so
}
claims() { # ENTRY...
    printf 'return study {\n  title = "A library", methods = { "./methods.so" },\n  claims = {\n' >assay.lua
    for entry in "$@"; do printf '    claim { %s },\n' "$entry" >>assay.lua; done
    printf '  } }\n' >>assay.lua
}
gate() { # STATUS ARGUMENT...
    expected=$1
    shift
    "$ASSAY" gate "$@" >"$temporary/out" 2>"$temporary/err"
    status=$?
    tr -s ' \n' ' ' <"$temporary/out" >"$temporary/flat"
    [ $status -eq "$expected" ]
}
has() { grep -qF -e "$1" "$temporary/flat"; }

on='on = { "henon-heiles", "lorenz" }'
midpoint="method = \"my-midpoint\", order = 2, source = \"manual\", $on"
heun="method = \"my-heun\", order = 2, source = \"manual\", $on"
wrong="method = \"my-wrong\", order = 2, source = \"manual\", $on"
library 1
claims "$midpoint" "$heun" "$wrong, fails = \"https://example.org/issues/12\""
gate 0 --junit claims.xml && has '3 as expected, 1 of them known to fail, 0 different, 0 incomplete (assay, ' &&
    [ "$(grep -c '<testcase' claims.xml)" -eq 3 ] && grep -q '^issue: https://example.org/issues/12' claims.xml &&
    grep -q 'name="my-heun-order" file="assay.lua"' claims.xml
check "assay gate reads assay.lua: a check for each claim, and what is known to fail is as expected" $?
cd ../elsewhere && gate 0 ../library --store "$temporary/library/assay.sqlite" && has '3 as expected, 1 of them known to fail'
check "a folder stands for its assay.lua, whose files lie beside it" $?
cd ../library || exit 1
claims "$midpoint" "$wrong"
gate 1 && has 'DIFFERS my-wrong-order: expected holds, found refuted henon-heiles/default/my-wrong/none 1.0'
check "control: without the issue it differs" $?
claims "$midpoint, symplectic = true"
gate 1 && has 'DIFFERS my-midpoint-symplectic: expected holds, found refuted' && has '1 as expected, 1 different'
check "two properties are two claims" $?
library 2/3.
claims "$midpoint" "$wrong, fails = \"https://example.org/issues/12\""
gate 1 && has 'DIFFERS my-wrong-order: expected refuted, found holds it no longer fails: close https://example.org/issues/12 and drop'
check "a failure that is gone is said, with its issue" $?

bad() { # LINE SAYS ENTRY
    claims "$midpoint" "$3"
    gate 2 && [ "$(wc -l <"$temporary/err")" -eq 1 ] && grep -qF -e "assay: assay.lua:$1: $2" "$temporary/err"
    check "refused: $2" $?
}
bad 5 "claim my-heun claims nothing; write order = 4, " 'method = "my-heun", source = "s"'
bad 5 "a second claim is called my-midpoint-order; write id = " "$midpoint"
bad 5 "the method 'my-*' is a glob; write id = " 'method = "my-*", order = 2, source = "s"'
bad 5 "claim my-heun: symmetric is not true; write symmetric = true or leave it out" 'method = "my-heun", symmetric = false, source = "s"'
bad 5 "claim my-heun: order is a boolean; write order = 4" 'method = "my-heun", order = true, source = "s"'
bad 5 "claim.source is missing; write source = " 'method = "my-heun", order = 2'
bad 5 "a claim has no 'ordr'; it has id, method, on, " 'method = "my-heun", ordr = 2, source = "s"'
claims "$midpoint, fails = \"x\""
sed -i 's/  } }/  }, expect = 5 }/' assay.lua
gate 2 && grep -q "assay.lua:4: study.expect is a number; write expect = { ... }" "$temporary/err"
check "refused: an expectation that is no list" $?
claims 'method = "my-heun", order = 2, source = "s"'
sed -i 's/  } }/  }, models = "henon-heiles" }/' assay.lua
gate 0 && has '1 as expected, 0 different'
check "one model for all claims" $?
rm assay.lua
gate 2 && grep -q "gate needs a study, or a file assay.lua in this folder" "$temporary/err"
check "refused: no assay.lua" $?
echo "1..$number"
