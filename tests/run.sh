#!/bin/sh
# Runs test programs (cmocka, in TAP) and test scripts (TAP as well), two at a time, and counts.
# The last line is: N passed, N failed.
set -u
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

run_one() {
    name=$(basename "$1")
    start=$(date +%s)
    ASSAY_STORE="$results/$name.sqlite" CMOCKA_MESSAGE_OUTPUT=TAP "$1" >"$results/$name.out" 2>"$results/$name.err"
    status=$?
    passed=$(grep -c '^[[:space:]]*ok' "$results/$name.out")
    failed=$(grep -c '^[[:space:]]*not ok' "$results/$name.out")
    # A program that ends badly without a failed test, or runs no test, is a failure of its own.
    if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; }; then
        failed=1
        echo "not ok - $name ended with status $status after $passed tests" >>"$results/$name.out"
    fi
    echo "$passed $failed" >"$results/$name.count"
    echo "$name: $passed passed, $failed failed ($(($(date +%s) - start)) s)"
    if [ "$failed" -ne 0 ]; then
        grep '^[[:space:]]*not ok' "$results/$name.out" | head -20
        tail -n 25 "$results/$name.err"
        grep '^#' "$results/$name.out" | head -40
    fi
}

running=0
for test in "$@"; do
    run_one "$test" &
    running=$((running + 1))
    if [ "$running" -ge 2 ]; then
        wait
        running=0
    fi
done
wait
cat "$results"/*.count | awk '{ p += $1; f += $2 } END { printf "%d passed, %d failed\n", p, f; exit f != 0 }'
