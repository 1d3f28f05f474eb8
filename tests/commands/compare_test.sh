#!/bin/sh
# Two versions of the same results: what differs is found and said first, what lies within floors and intervals is not.
set -u
: "${ASSAY:=./assay}"
. tests/fixtures/check.sh
has() { grep -qF -e "$1" "$temporary/out"; }
compare() { # STATUS ARGUMENT...
    expected=$1
    shift
    $ASSAY compare "$@" >"$temporary/out" 2>"$temporary/err"
    [ $? -eq "$expected" ]
}
# Changes a document; CODE sees d.
change() { # FROM TO CODE
    python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
fit = {f["id"]: f for f in d["fits"]}
exec(sys.argv[3])
json.dump(d, open(sys.argv[2], "w"))' "$@"
}

cat >"$temporary/study.lua" <<'END'
return study { title = "Two of each", models = { "lotka-volterra" }, methods = { "gauss-1", "gauss-2" }, projections = { "midpoint" },
  steps = halving("0.2", 5), untiltime = "2", precisions = { "double", 160 }, measures = { "energy_error", "solution_error" },
  claims = { { id = "first", methods = "gauss-1", projection = "midpoint", measure = "energy_error", order = at_least "2", source = "s" },
             { id = "second", methods = "gauss-2", projection = "midpoint", measure = "energy_error", order = at_least "4", source = "s" } } }
END
study=$temporary/study.lua store=$temporary/store.sqlite
$ASSAY run "$study" --store "$store" --out "$temporary/out-run" >/dev/null 2>&1
$ASSAY report "$study" --store "$store" --out "$temporary/out-run" --json >"$temporary/old.json" 2>/dev/null
fits=$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["fits"]))' "$temporary/old.json")
id=lotka-volterra/default/gauss

compare 0 "$store" "$temporary/old.json" && [ "$(cat "$temporary/out")" = "SAME  $fits fits: no verdict, order or number differs" ]
check "a store and its document are the same, in one line" $?
change "$temporary/old.json" "$temporary/new.json" '
f = fit["'$id'-1/midpoint/double/energy_error"]; f["errors"][0] += 50*f["floors"][0]; f["errors"][1] += 200*f["floors"][1]
f = fit["'$id'-2/midpoint/160/energy_error"]; f["errors"][0] *= 1 + 1e-7; f["errors"][1] *= 1 + 3e-6
f = fit["'$id'-1/midpoint/160/solution_error"]; f["order"] = f["high"] - 1e-9
f = fit["'$id'-2/midpoint/160/solution_error"]; f["order"] += 1; f["low"] += 1; f["high"] += 1
f = fit["'$id'-1/midpoint/160/energy_error"]; f["verdict"] = "refuted"; f["reason"] = "because"
d["claims"][1]["verdict"] = "inconclusive"
d["fits"].remove(fit["'$id'-1/midpoint/double/solution_error"])'
compare 1 "$temporary/old.json" "$temporary/new.json"
check "what differs has the exit status 1" $?
head -n 1 "$temporary/out" | grep -q '^CHANGED  2 verdicts, 1 order, 2 numbers, 1 missing; '"$((fits - 5))"' fits as before$'
check "it is counted first" $?
sed -n 2p "$temporary/out" | grep -q '^  study: second: inconclusive, before ' && tr -s ' \n' ' ' <"$temporary/out" |
    grep -q "study: $id-1/midpoint/160/energy_error: refuted, before [a-z]*. because"
check "then the verdicts that changed, with the new reason" $?
tr -s ' \n' ' ' <"$temporary/out" >"$temporary/flat"
grep -q "study: $id-2/midpoint/160/solution_error: order 5, before 4" "$temporary/flat" && ! has "gauss-1/midpoint/160/solution_error"
check "an order outside both intervals, and none that lies within one" $?
grep -q "study: $id-1/midpoint/double/energy_error at h = 0.1: [0-9.e-]*, before [0-9.e-]*" "$temporary/flat" && ! has "at h = 0.2" &&
    grep -q "study: $id-2/midpoint/160/energy_error at h = 0.1: " "$temporary/flat"
check "a number beyond 100 floors in double, or 1e-6 in MPFR, and none below" $?
grep -q "missing study: $id-1/midpoint/double/solution_error" "$temporary/flat" && [ "$(awk 'length > 80' "$temporary/out" | wc -l)" -eq 0 ]
check "a fit that is missing; no line has more than 80 columns" $?
compare 1 "$temporary/new.json" "$temporary/old.json" && grep -q " 1 new;" "$temporary/out" && grep -q 'new study: ' "$temporary/out" || { tr -s ' \n' ' ' <"$temporary/out" | grep -q 'new study: '; }
check "the other way round it is new" $?
$ASSAY compare "$temporary/old.json" "$temporary/new.json" --json | python3 -c 'import json, sys
d = json.load(sys.stdin)
assert [len(d[k]) for k in ("verdicts", "orders", "numbers", "missing", "new")] == [2, 1, 2, 1, 0]
assert {r["kind"] for r in d["verdicts"]} == {"fit", "claim"} and {r["step"] for r in d["numbers"]} == {"0.1"}'
check "as JSON" $?

# Baselines: the first study of a file has the same fits with another value.
sed 's/0\.0012031607,0\.00028188793/0.0012031608,0.00028198793/' studies/ci.baseline >"$temporary/new.baseline"
compare 1 studies/ci.baseline "$temporary/new.baseline" && grep -q '^CHANGED  [0-9]* numbers*; ' "$temporary/out" && grep -q '0.000282, before' "$temporary/out" || { tr -s ' \n' ' ' <"$temporary/out" | grep -q '0.000282, before 0.0002818879'; }
check "two baselines" $?
compare 0 studies/ci.baseline studies/ci.baseline
check "control: a baseline is as itself" $?
python3 -c 'import json, sys
d = json.load(open(sys.argv[1])); s = d["assay_baseline"]["ci"]
for f in s.values(): f["errors"] = [e and 1.01 * e for e in f["errors"]]
json.dump(d, open(sys.argv[2], "w"))' studies/ci.baseline "$temporary/many.baseline"
compare 1 studies/ci.baseline "$temporary/many.baseline" && [ "$(wc -l <"$temporary/out")" -le 12 ] && grep -q 'and [0-9]* more: -v shows them' "$temporary/out"
check "hundreds of differences take twelve lines" $?
compare 1 -v studies/ci.baseline "$temporary/many.baseline" && [ "$(wc -l <"$temporary/out")" -gt 300 ]
check "-v shows them" $?

bad() { # PATTERN ARGUMENT...
    pattern=$1
    shift
    compare 2 "$@" && [ ! -s "$temporary/out" ] && [ "$(wc -l <"$temporary/err")" -eq 1 ] && grep -qF -e "$pattern" "$temporary/err"
    check "refused: $pattern" $?
}
bad "two results" "$store"
bad "no-such-file: No such file" "$store" no-such-file
bad "README.md:1: " "$store" README.md
bad "has no results" "$store" docs/report.schema.json
$ASSAY merge "$temporary/empty.sqlite" "$store" >/dev/null 2>&1
bad "has no reports" "$store" "$temporary/empty.sqlite"
echo "1..$number"
