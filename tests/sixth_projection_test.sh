#!/bin/sh
# A projection is a row of one table: a program whose table has one row more lists it, shows it, runs it and names it in
# messages, tables and figures.  Output: TAP.
set -u
: "${ASSAY:=./assay}" "${BUILD:=build/release}" "${CC:=gcc}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
check() { # description, status
    number=$((number + 1))
    if [ "$2" -eq 0 ]; then echo "ok $number - $1"; else echo "not ok $number - $1"; fi
}

if [ "$BUILD" = build/release ]; then
    awk '/\{\.name = NULL\}/ {
             print "    {.name = \"onward\", .documentation = \"Projects the end of each step: a row of a test.\","
             print "     .source = \"nobody\", .kinds = 1U << MODEL_DEGENERATE, .project_at = PROJECTION_END},"
         } { print }' integrators/methods/projection.c >"$work/projection.c"
    $CC -std=c11 -I. -c "$work/projection.c" -o "$work/projection.o" &&
        $CC "$BUILD/neutral/harness/commands/main.o" "$work/projection.o" "$BUILD/libassay.a" \
            $(pkg-config --libs $(sed -n 's,^packages := ,,p' Makefile)) -lm -o "$work/assay"
    check "a program with one more row is built" $?
    ln -s "$PWD/models" "$work/models"
    "$ASSAY" list projections | grep -q onward
    [ $? -ne 0 ]
    check "control: the program itself does not know it" $?
    "$work/assay" list projections | grep -q onward
    check "it is listed" $?
    "$work/assay" show onward | grep -q "a row of a test"
    check "it is shown" $?
    run="integrate point-vortices --method gauss-2 --step 0.1 --steps 20 --json --projection"
    "$work/assay" $run onward | sed '/"projection"/d; /"command"/d' >"$work/sixth"
    "$work/assay" $run standard | sed '/"projection"/d; /"command"/d' >"$work/standard"
    [ -s "$work/sixth" ] && cmp -s "$work/sixth" "$work/standard"
    check "it steps: with the points and weights of 'standard' it gives the same numbers" $?
    "$work/assay" $run nothing 2>&1 | grep -q "none, standard, .*, onward"
    check "a message that lists projections names it" $?
    "$work/assay" integrate point-vortices --method rk4 --step 0.1 --steps 2 --projection onward 2>&1 | grep -q "'onward' does not apply to rk4"
    check "methods that take no projection refuse it" $?
    cat >"$work/one.lua" <<'LUA'
return study {
  title = "A sixth projection", source = "", models = { "point-vortices" }, methods = { "gauss-1" },
  projections = "all", steps = halving("0.2", 5), untiltime = "1", precisions = { 200 }, measures = { "energy_error" },
  claims = { { id = "six", methods = { "gauss-1" }, projection = "onward", measure = "energy_error", order = at_least "2",
               source = "nobody" } },
  tables = { { name = "orders", title = "Orders", source = "", model = "point-vortices", measure = "energy_error", precision = 200 } },
  figures = { { name = "fig", title = "Errors", source = "", model = "point-vortices", precision = 200, measures = { "energy_error" } } },
}
LUA
    "$work/assay" run "$work/one.lua" --store "$work/one.sqlite" --out "$work/out" >"$work/log" 2>&1
    grep -rq onward "$work/out/tables" && grep -q onward "$work/out/index.html"
    check "a study with all projections runs it and writes it into its tables and its page" $?
    grep -rq onward "$work/out/figures"
    check "and into its figures" $?
    "$work/assay" gate "$work/one.lua" --store "$work/one.sqlite" >"$work/gated" 2>&1 && grep -q "six" "$work/gated" "$work/log"
    check "the gate judges a claim of it" $?
fi
echo "1..$number"
