#!/bin/sh
# Keys of the store, with two of everything (tests/data/pairs): what is stored under a key is what a run of its own computes,
# a second report is equal to the first byte for byte.  That no second element is left out of a key: tests/plan/test_grid_key.c.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay); STUDIES, shipped studies that are run and reported on twice (default:
# some that are short; all of them: make studies).  Run from the root of the repository.
set -u
. tests/fixtures/audit.sh
program=$(realpath "$ASSAY")
work=$temporary/work
cp -r tests/data/pairs "$work"
cells() { # FILE: "ID VALUES" of the cells of a table
    grep -v '^#' "$1" | sort
}
# Whether a second run, which takes everything from the store, reports what the first one did, byte for byte.
twice() { # STUDY FOLDER
    for each in first second; do
        rm -rf "$temporary/same" "${temporary:?}/$each"
        (cd "$2" && "$program" run "$1" --store "$temporary/twice.sqlite" --out "$temporary/same") >"$output" 2>&1
        case $? in 0 | 1 | 3) ;; *) return 1 ;; esac
        mv "$temporary/same" "$temporary/$each"
    done
    diff -r "$temporary/first" "$temporary/second" >"$output" 2>&1
}

if [ -z "${STUDIES:-}" ]; then
    twice ./pairs.lua "$work"
    check "a second report on two of everything is equal to the first" $?
    mkdir "$temporary/pairs" && cells "$temporary/first/data/cells.csv" >"$temporary/pairs/all"
    # One of each alone, in a store of its own: first ones, second ones, and each second one beside first ones.
    alone() { # DESCRIPTION SED
        sed "$2" "$work/pairs.lua" >"$work/alone.lua"
        (cd "$work" && "$program" run ./alone.lua --fresh --store "$temporary/alone.sqlite" --out "$temporary/alone") >"$output" 2>&1
        cells "$temporary/alone/data/cells.csv" >"$temporary/pairs/alone"
        [ "$(wc -l <"$temporary/pairs/alone")" -gt 2 ] && ! comm -13 "$temporary/pairs/all" "$temporary/pairs/alone" | grep -v '^id,' >"$output"
        check "alone: $1" $?
    }
    second='s/{ "1", "3.2" }/{ "3\/2" }/; s/{ "1", "5.4" }/{ "5\/4" }/; s/{ "default", "second", "random-7-2" }/{ "second" }/; s/{ "1.4", "1.10" }/{ "1\/10" }/; s/{ "double", 100 }/{ 100 }/'
    first='s/{ "1", "3.2" }/{ "1" }/; s/{ "1", "5.4" }/{ "1" }/; s/{ "default", "second", "random-7-2" }/{ "default" }/; s/{ "1.4", "1.10" }/{ "1\/4" }/; s/{ "double", 100 }/{ "double" }/'
    alone "the first of each" "$first"
    alone "the second of each" "$second"
    alone "the second parameter" "s/{ \"1\", \"5.4\" }/{ \"5\/4\" }/; $first"
    alone "the second step" "s/{ \"1.4\", \"1.10\" }/{ \"1\/10\" }/; $first"
    alone "random data" "s/{ \"default\", \"second\", \"random-7-2\" }/{ \"random-7-2\" }/; $first"
    alone "the second data" "s/{ \"default\", \"second\", \"random-7-2\" }/{ \"second\" }/; $first"
    STUDIES="studies/ci-alone.lua studies/ci-events.lua"
fi

for study in $STUDIES; do
    twice "$study" .
    check "a second report on $study is equal to the first" $?
done
echo "1..$number"
