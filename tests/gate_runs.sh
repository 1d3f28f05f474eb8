#!/bin/sh
# Does the shipped gate cry wolf?  Runs it many times on studies that differ from studies/ci.lua only in what must not
# matter: all steps, and the final time with them, multiplied by a random factor within 3 % of 1, and every second run
# from the other initial data, where all of a study is about the point vortices.  Each run has a store of its own.  As a
# control one more run claims an order that is too high and expects nothing refuted, and must not be as expected.
#
#     tests/gate_runs.sh [COUNT] [SEED]      COUNT 100; SEED is printed, and repeats the runs
#     tests/gate_runs.sh check               whether all variants are studies: nothing is run
#     STUDY                                  (environment) other studies: STUDY="studies/ci-steps.lua studies/ci-long.lua"
#
# A run whose gate is not as expected is a false alarm, and is printed with its evidence; the last line is
# N runs, M false alarms, K inconclusive: K counts verdicts, of all runs.
set -u
: "${ASSAY:=./assay}"
count=${1:-100}
seed=${2:-$(date +%s)}
studies=${STUDY:-studies/ci.lua}
unset ASSAY_STORE ASSAY_PATH
temporary=$(mktemp -d) || exit 1
trap 'rm -rf "$temporary"' EXIT
trap 'exit 130' INT TERM
echo "# seed $seed"

# The study with steps and times multiplied by PERMILLE/1000; if it is about the point vortices alone, from the initial
# data INITIAL: the witness of a refutation then starts from the others.
write_variant() { # study, permille, initial, whether it is the control
    initial=$3
    grep -q '^  models *= { "point-vortices" },$' "$1" || initial=
    awk -v permille="$2" -v initial="$initial" -v control="${4:-}" '
        # "0.2" and "1/5" become "2*PERMILLE/(10*1000)", exactly
        function scaled(text,   part, digits) {
            if (split(text, part, "/") < 2) part[2] = 1
            digits = part[1]
            if (index(digits, ".")) {
                part[2] *= 10 ^ (length(digits) - index(digits, "."))
                sub(/\./, "", digits)
            }
            return sprintf("%.0f/%.0f", digits * permille, part[2] * 1000)
        }
        function scale_after(line, pattern,   done, text, quote) {
            while (match(line, pattern "\"[0-9./]+\"")) {
                done = done substr(line, 1, RSTART - 1)
                text = substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
                quote = index(text, "\"")
                done = done substr(text, 1, quote) scaled(substr(text, quote + 1, length(text) - quote - 1)) "\""
            }
            return done line
        }
        { $0 = scale_after(scale_after($0, "halving\\("), "each [{] ") }
        /untiltime/ { $0 = scale_after($0, "= *") }
        /witness/ && initial == "half" { gsub(/"half"/, "\"default\"") }
        initial && /^  initial *=/ { next }
        # The control expects nothing: what `expect` has goes, to the brace that closes it, on however many lines.
        control && /^  expect *= *[{]/ { depth = 0; inside = 1 }
        inside {
            text = $0
            sub(/--.*/, "", text)
            depth += gsub(/[{]/, "", text) - gsub(/[}]/, "", text)
            inside = depth > 0
            next
        }
        control && /^  expect *=/ { next }
        { print }
        initial && /^return study/ { printf "  initial     = { \"%s\" },\n", initial }' "$1"
}

# Every study as a variant, in a folder of its own.
write_variants() { # permille, initial, command that changes them once more
    rm -rf "$temporary/variants"
    mkdir "$temporary/variants"
    for study in $studies; do
        write_variant "$study" "$1" "$2" "${3:+control}" | sed -e "${3:-}" >"$temporary/variants/$(basename "$study")"
    done
}

gate() { # studies
    rm -f "$temporary/store.sqlite"
    "$ASSAY" gate "$@" -v --store "$temporary/store.sqlite" >"$temporary/out" 2>"$temporary/err"
}

# A variant that is no study would stop the runs before the first.
if [ "$count" = check ]; then
    for control in '' 's/at_least "2\*s - 1"/at_least "2*s"/'; do
        write_variants 1003 half "$control"
        for variant in "$temporary"/variants/*.lua; do
            "$ASSAY" run "$variant" --dry-run --store "$temporary/store.sqlite" >/dev/null 2>"$temporary/err"
            status=$?
            if [ $status -ne 0 ] || { [ -n "$control" ] && grep -q '^  expect *=' "$variant"; }; then
                echo "not ok - $(basename "$variant") is no study: $(tail -n 1 "$temporary/err")"
                exit 1
            fi
        done
    done
    echo "ok - all variants are studies"
    exit 0
fi

# The control: the order of the Radau IIA methods is 2 s - 1, and what is refuted is not expected to be.
write_variants 1000 default 's/at_least "2\*s - 1"/at_least "2*s"/'
for variant in "$temporary"/variants/*.lua; do
    if gate "$variant" || ! grep -q '^differs' "$temporary/out"; then
        echo "not ok - control: what is wrong in $(basename "$variant") was not seen $(tail -n 1 "$temporary/err")"
        exit 1
    fi
    echo "ok - control: $(sed -n '2s/^ *//p' "$temporary/out")"
done

alarms=0
run=0
for permille in $(awk -v seed="$seed" -v n="$count" 'BEGIN { srand(seed); while (n-- > 0) print 970 + int(61 * rand()) }'); do
    run=$((run + 1))
    initial=default
    [ $((run % 2)) -eq 1 ] || initial=half
    write_variants "$permille" $initial
    gate "$temporary"/variants/*.lua
    status=$?
    # What was found, claim by claim, is the sum of what was found on the orders: lines with a '/'.
    grep '^differs.*/' "$temporary/out" >>"$temporary/differences"
    tail -n 1 "$temporary/out" | awk '{ print $1 + $3 + $5 }' >>"$temporary/verdicts"
    if [ $status -ne 0 ]; then
        alarms=$((alarms + 1))
        echo "not ok - run $run: $initial data, steps times $permille/1000: the gate ended with $status"
        { grep -v "assay explain" "$temporary/out"; grep "^assay: " "$temporary/err"; } | sed "s/^/# /"
    fi
done
inconclusive=$(grep -c 'found inconclusive' "$temporary/differences")
refuted=$(grep -c 'found refuted' "$temporary/differences")
awk -v k="$inconclusive" -v refuted="$refuted" '{ n += $1 }
    END { printf "# %d verdicts, %.2f %% inconclusive, %d refuted\n", n, n ? 100 * k / n : 0, refuted }' "$temporary/verdicts"
echo "$run runs, $alarms false alarms, $inconclusive inconclusive"
[ $alarms -eq 0 ]
