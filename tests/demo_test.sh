#!/bin/sh
# assay demo: tables, verdicts, a page; what it claims of itself is what a gate finds, and would miss without it.
set -u
: "${ASSAY:=./assay}"
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
studies=$(pwd)/studies
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
ASSAY_STORE=$temporary/store.sqlite
export ASSAY_STORE
unset ASSAY_PATH
cd "$temporary" || exit 1
number=0
check() { # description, status
    number=$((number + 1))
    if [ "$2" -eq 0 ]; then echo "ok $number - $1"; else echo "not ok $number - $1"; fi
}

"$ASSAY" demo >out.txt 2>err.txt
check "the demo ends with 0" $?
grep -q '^Orders of the energy error, Lotka-Volterra$' out.txt && grep -q '^Orders of the energy error, point vortices$' out.txt
check "it prints both tables" $?
[ "$(grep -c '^Each entry' out.txt)" -eq 1 ]
check "with one legend" $?
grep -q '^claim symmetric holds' out.txt && grep -q '^claim symplectic holds' out.txt && grep -q '^claim unprojected refuted' out.txt
check "two claims hold, one is refuted" $?
grep -q '^claim unprojected refuted: 1 of 2 hold, 1 refuted' out.txt && grep -q '^Of 6 orders claimed: 5 hold, 1 refuted' out.txt &&
    grep -q 'their verdicts: 9 hold, 1 refuted, 0 inconclusive' out.txt && [ "$(grep -c '^refuted ' out.txt)" -eq 1 ]
check "what is refuted on two sets of data counts once" $?
[ -s "$(sed -n 's/^page *//p' out.txt)" ]
check "the page that it names is there" $?
"$ASSAY" run demo --dry-run 2>err.txt | grep -q '^0 cells to compute'
check "nothing of it is computed twice" $?
"$ASSAY" explain 'point-vortices/default/gauss-2/none/128/energy_error' >out.txt 2>err.txt && grep -q '^verdict *refuted' out.txt
check "its orders are explained by their ids alone" $?
"$ASSAY" explain unprojected >out.txt 2>err.txt && grep -q '^2 orders are named by unprojected' out.txt
check "an explained claim has each of its entries once" $?
"$ASSAY" gate demo >out.txt 2>err.txt
check "a gate finds what the demo expects of itself" $?
sed '/expect /d' "$studies/demo.lua" >demo.lua
"$ASSAY" gate ./demo.lua >out.txt 2>err.txt
[ $? -eq 1 ] && grep -q 'unprojected.*refuted' out.txt
check "control: without the expectation the gate differs" $?
echo "1..$number"
