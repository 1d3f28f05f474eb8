#!/bin/sh
# Several studies of one command: one pool of workers, each cell computed once, and the reports of studies that were run one
# by one.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
assay=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
unset ASSAY_STORE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
number=0
check() { # description, status
    number=$((number + 1))
    if [ "$2" -eq 0 ]; then echo "ok $number - $1"; else
        echo "not ok $number - $1"
        sed 's/^/# /' "$work/out" | tail -n 10
    fi
}
study() { # TITLE METHODS MODELS MEASURES: a study of these
    printf '%s\n' "return study { title = \"$1\", models = { $3 }, methods = { $2 }, projections = { \"none\" }, steps = halving(\"0.1\", 5)," \
        "  untiltime = \"2\", precisions = { \"double\", 128 }, measures = { $4 }, refine = 7," \
        "  claims = { { id = \"c\", source = \"s\", method = \"rk4\", projection = \"none\", measure = \"energy_error\", order = at_least \"4\" } } }"
}
study First '"gauss-1", "rk4"' '"lotka-volterra"' '"energy_error"' >"$work/first.lua"
study Second '"rk4", "gauss-2"' '"lotka-volterra", "point-vortices"' '"energy_error", "solution_error"' >"$work/second.lua"
study Third '"gauss-1", "rk4", "gauss-2"' '"lotka-volterra"' '"energy_error", "invariant_error"' >"$work/third.lua"
seconds() { # FOLDER STUDY: of each cell of rk4, with its id
    grep 'lotka-volterra/default/rk4/none/' "$1/out/$2/data/timing.csv" | cut -d, -f1-2
}
mkdir "$work/together" "$work/alone" "$work/fresh"
(cd "$work/together" && "$assay" run ../first.lua ../second.lua ../third.lua --jobs 3 --store store --out out) >"$work/out" 2>&1
check "three studies of one command" $?
for name in first second third; do
    (cd "$work/alone" && "$assay" run "../$name.lua" --store store --out "out/$name") >"$work/out" 2>&1
done
for folder in together alone; do
    (cd "$work/$folder" && "$assay" report ../first.lua ../second.lua ../third.lua --store store --out report --json) >"$work/out.$folder" 2>"$work/out"
    rm -f "$work/$folder/report/"*/data/timing.csv
done
diff -r "$work/together/report" "$work/alone/report" >"$work/out" 2>&1 && cmp "$work/out.together" "$work/out.alone" >"$work/out"
check "their reports have the bytes of those of studies that were run one by one" $?
seconds "$work/together" third >"$work/seconds.third"
seconds "$work/together" first >"$work/seconds.first"
[ "$(wc -l <"$work/seconds.first")" -ge 10 ] && cat "$work/seconds.first" "$work/seconds.third" | sort | uniq -d >"$work/out" &&
    [ "$(wc -l <"$work/out")" -eq "$(wc -l <"$work/seconds.first")" ]
check "a cell that two studies have is computed once" $?
(cd "$work/fresh" && "$assay" run ../first.lua --store store --out out/first) >"$work/out" 2>&1
seconds "$work/fresh" first >"$work/seconds.again"
cat "$work/seconds.first" "$work/seconds.again" | sort | uniq -d >"$work/out"
[ "$(wc -l <"$work/out")" -lt "$(wc -l <"$work/seconds.first")" ]
check "control: cells that are computed again take other times" $?
echo "1..$number"
