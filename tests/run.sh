#!/bin/sh
# Runs test programs (cmocka, in TAP) and test scripts (TAP as well), one more at a time than there are processors, since
# some wait for what answers late, and counts.
# The last line is: N passed, N failed; and N skipped, if there are some: lines of TAP that say so, "ok ... # skip".
set -u

run_one() { # TEST RESULTS
    name=$(basename "$1")
    results=$2
    start=$(date +%s)
    ASSAY_STORE="$results/$name.sqlite" CMOCKA_MESSAGE_OUTPUT=TAP "$1" >"$results/$name.out" 2>"$results/$name.err"
    status=$?
    skipped=$(grep -c '^[[:space:]]*ok.* # skip' "$results/$name.out")
    passed=$(($(grep -c '^[[:space:]]*ok' "$results/$name.out") - skipped))
    failed=$(grep -c '^[[:space:]]*not ok' "$results/$name.out")
    # A program that ends badly without a failed test, or runs no test, is a failure of its own.
    if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((passed + skipped)) -eq 0 ]; }; then
        failed=1
        echo "not ok - $name ended with status $status after $passed tests" >>"$results/$name.out"
    fi
    echo "$passed $failed $skipped" >"$results/$name.count"
    echo "$name: $passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped") ($(($(date +%s) - start)) s)"
    if [ "$failed" -ne 0 ]; then
        grep '^[[:space:]]*not ok' "$results/$name.out" | head -20
        tail -n 25 "$results/$name.err"
        grep '^#' "$results/$name.out" | head -40
    fi
}

# One of them: what this script calls itself for.
if [ "${1:-}" = --one ]; then
    run_one "$3" "$2"
    exit 0
fi
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
printf '%s\n' "$@" | xargs -P $(($(nproc) + 1)) -n 1 "$0" --one "$results"
if [ "$(cat "$results"/*.count | wc -l)" -ne $# ]; then
    echo "not ok - of $# tests $(cat "$results"/*.count | wc -l) came to their end"
    echo "0 1" >"$results/lost.count"
fi
cat "$results"/*.count | awk '{ p += $1; f += $2; s += $3 }
    END { printf "%d passed, %d failed%s\n", p, f, s ? ", " s " skipped" : ""; exit f != 0 }'
