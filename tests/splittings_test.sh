#!/bin/sh
# Splittings with printed decimals, right and wrong by a digit, in a file and in a shared object.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay); CC (default cc).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh

file() { # NAME, LAMBDA
    printf 'return splitting { name = "%s", drift = { "%s", "%s", "1 - 2*(%s) - 2*(%s)", "%s", "%s" },
  kick = { "1/2 - (%s)", "%s", "%s", "1/2 - (%s)" }, claims = { order = 4 } }\n' \
        "$1" $xi $chi $chi $xi $chi $xi "$2" "$2" "$2" "$2" >"$temporary/$1.lua"
}
object() { # NAME, LAMBDA
    ${CC:-cc} -shared -fPIC -DLAMBDA="$2" -Iclients/c tests/data/audit/pefrl.c -o "$temporary/$1.so"
}
xi=0.1786178958448091 chi=-0.06626458266981849 lambda=-0.2123418310626054
file pefrl $lambda
file exchanged -0.2123418310620654
object pefrl $lambda
object exchanged -0.2123418310620654
object sixth -0.2123481310626054

audit 0 "$temporary/pefrl.lua" --on skew-pendulum && has "claim order holds" && ! has "holds in double"
check "the splitting of Omelyan, Mryglod and Folk has order 4, as it is printed" $?
audit 1 "$temporary/exchanged.lua" --on skew-pendulum && has "claim order refuted"
check "with its digits 13 and 14 exchanged in a file it is refuted" $?
audit 0 "$temporary/pefrl.so" --on skew-pendulum && has "claim order holds" && has "it holds in double, down to the error" &&
    has "the part of order 2 may not be seen" && answer | grep -q "In double a coefficient that is wrong by .* or less may not be seen"
check "in double alone the order holds down to an error, which is said" $?
audit 0 "$temporary/exchanged.so" --on skew-pendulum --json &&
    awk -F': ' '/"resolution"/ { found = $2 + 0 > 5.4e-13 && $2 + 0 < 1e-5 } END { exit !found }' "$output"
check "digits 13 and 14 exchanged there change less than what may not be seen" $?
audit 3 "$temporary/sixth.so" --on skew-pendulum && ! has "claim order holds" && ! has "holds in double"
check "the digit 6 shows" $?
leapfrog() { # NAME, SHARE of the second drift
    ${CC:-cc} -shared -fPIC -DSHARES="0.5, 1, $2" -Iclients/c tests/data/audit/pefrl.c -o "$temporary/$1.so"
}
leapfrog even 0.5
leapfrog long 0.5+1e-9
audit 0 "$temporary/even.so" --on skew-pendulum --claim order=2 && ! has "straight line"
check "a leapfrog has order 2" $?
audit 3 "$temporary/long.so" --on skew-pendulum --claim order=2 &&
    has "claim order inconclusive: it was measured to hold, but with H = |p|^2/2 - q2" && has "steps of q are too long by 1.0e-09 of h"
check "drifts that add up to more than a step by 1e-9 leave it open, though all errors show order 2" $?
echo "1..$number"
