#!/bin/sh
# The self-test of what is installed: the values are those of the independent programs, and a wrong one is seen.
set -u
: "${ASSAY:=./assay}"
. tests/fixtures/check.sh
values=studies/selftest.values

$ASSAY selftest >"$temporary/out" 2>"$temporary/err"
[ $? -eq 0 ] && grep -q '^PASSED  320 of 320 runs' "$temporary/out" && [ "$(cat "$temporary/out" "$temporary/err" | wc -l)" -eq 1 ]
check "all runs end where the independent programs end, in one line" $?
echo 'run("lotka-volterra", "gauss-2")' | gp -q -f -s 512M tests/independent/steps.gp | cut -f 6- >"$temporary/made"
[ "$(wc -l <"$temporary/made")" -eq 10 ] && grep -P '^lotka-volterra:default\tgauss-2\t' "$values" | cut -f 6- | cmp -s - "$temporary/made"
check "the file has what they print" $?

# The 48th digit of a value in MPFR, the 11th of another one for double as well, a model that is not there, a value too many.
{
    grep -P '^lotka-volterra:default\tgauss-1\tnone' "$values" | head -n 1 | sed -E 's/(\t[0-9.]{48})[0-8]([0-9]*e?[-0-9]*)$/\19\2/'
    grep -P '^pendulum:default\trattle\tnone' "$values" | tail -n 1 | sed -E 's/(\t-?0\.[0-9]{10})[0-9]/\15/'
    grep -P '^vertical-disk:default\tdla:0' "$values" | head -n 1 | sed 's/^vertical-disk/horizontal-disk/'
    grep -P '^lotka-volterra:default\tgauss-2\tsymmetric' "$values" | head -n 1 | sed 's/$/\t1/'
    grep -P '^lotka-volterra:default\tgauss-2\tmidpoint' "$values" | head -n 1
} >"$temporary/selftest.values"
ASSAY_PATH=$temporary $ASSAY selftest >"$temporary/out" 2>&1
[ $? -eq 1 ] && grep -q '^DIFFERS  lotka-volterra/default/gauss-1/none in mpfr, 1 steps of 1/10: by [0-9.]*e-4[0-9]$' "$temporary/out" &&
    ! grep -q 'gauss-1/none in double' "$temporary/out"
check "a wrong digit behind those of double is seen in MPFR alone" $?
[ "$(grep -c '^DIFFERS  pendulum/default/rattle/none in .*: by [0-9.]*e-1[0-2]$' "$temporary/out")" -eq 2 ]
check "a wrong digit before them in both" $?
[ "$(grep -c "^DIFFERS  horizontal-disk.*: no value: .*horizontal-disk" "$temporary/out")" -eq 2 ] &&
    [ "$(grep -c "^DIFFERS  lotka-volterra/default/gauss-2/symmetric in .*: no value$" "$temporary/out")" -eq 2 ]
check "so are a model that is not installed and values that no run has" $?
! grep -q midpoint "$temporary/out" && grep -q '^FAILED  3 of 10 runs' "$temporary/out"
check "control: what was left alone agrees" $?
ASSAY_PATH=$temporary $ASSAY selftest --json | python3 -c 'import json, sys; d = json.load(sys.stdin); assert d["different"] == 7 and d["runs"] == 10 and 0 < d["double"] < 1e-12 and 0 <= d["mpfr"] < 1e-50'
check "as JSON" $?
echo "pendulum:default" >"$temporary/selftest.values"
ASSAY_PATH=$temporary $ASSAY selftest >"$temporary/out" 2>&1
[ $? -eq 2 ] && [ "$(wc -l <"$temporary/out")" -eq 1 ] && grep -q "install assay again" "$temporary/out"
check "a file that is cut off is named, with what to do" $?
echo "1..$number"
