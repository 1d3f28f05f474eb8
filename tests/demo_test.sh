#!/bin/sh
# assay demo: tables, verdicts, a page; what it claims of itself is what a gate finds, and would miss without it.  Then
# all that README.md says, in the order in which a newcomer reads it: every command ends as the page says.
set -u
. tests/fixtures/pages.sh
: "${ASSAY:=./assay}"
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
root=$(pwd)
studies=$root/studies
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
grep '^[A-Z]* *[a-z]*.*: ' out.txt | grep '^REFUTED\|^HOLDS' >claims.txt
head -n 1 claims.txt | grep -q '^REFUTED  unprojected (as expected): ' && [ "$(sed 1d claims.txt | grep -c '^HOLDS    sym[a-z]*: ')" -eq 2 ] &&
    tail -n 1 out.txt | grep -q '^page '
check "it ends with the claims: one is refuted, two hold" $?
grep -q '^REFUTED  unprojected .*1 of 2 hold, 1 refuted' out.txt && grep -q '^Of 6 orders claimed: 5 hold, 1 refuted' out.txt &&
    grep -q 'orders and numbers: 9 hold, 1 refuted;' out.txt
check "what is refuted on two sets of data counts once" $?
[ -s "$(sed -n 's/^page *//p' out.txt)" ]
check "the page that it names is there" $?
"$ASSAY" run demo --dry-run 2>err.txt | grep -q '^0 cells to compute'
check "nothing of it is computed twice" $?
"$ASSAY" explain 'point-vortices/default/gauss-2/none/128/energy_error' >out.txt 2>err.txt && grep -q '^verdict *refuted' out.txt
check "its orders are explained by their ids alone" $?
"$ASSAY" explain 'point-vortices/default/gauss-2/none/128/0.1' >out.txt 2>err.txt && grep -q '^run  *40 steps of h = 0.1, with gauss-2, projection none$' out.txt &&
    grep -q '^refuted  *point-vortices/default/gauss-2/none/128/energy_error: order 2.00' out.txt &&
    sh -c "$(sed -n 's,^again  *assay ,"$0" ,p' out.txt)" "$ASSAY" >again.txt &&
    [ "$(sed -n 's/^cost  *\([0-9]*\) residual.*/\1/p' out.txt)" = "$(sed -n 's/^# residual_evaluations \([0-9]*\) .*/\1/p' again.txt)" ]
check "a run is explained by its id alone, with the verdict that rests on it and the command that makes it again" $?
"$ASSAY" explain unprojected >out.txt 2>err.txt && grep -q '^2 orders are named by unprojected' out.txt
check "an explained claim has each of its entries once" $?
"$ASSAY" gate demo >out.txt 2>err.txt
check "a gate finds what the demo expects of itself" $?
sed '/expect /d' "$studies/demo.lua" >demo.lua
"$ASSAY" gate ./demo.lua >out.txt 2>err.txt
[ $? -eq 1 ] && grep -q 'unprojected.*refuted' out.txt
check "control: without the expectation the gate differs" $?

# ---- README.md -----------------------------------------------------------------------------------------------------
for name in examples studies clients; do ln -s "$root/$name" .; done
ln -s "$ASSAY" assay
printf '%s\n' '    ./assay list models   # exit status 1' '    ./assay list nothing  # exit status 2' '    make nowhere' '    make suite' \
    '    ./assay list nothing' >control.md
[ "$(page_run control.md "$root/Makefile" | cut -d : -f 1-2 | sed 's/ *#.*:/:/' | tr '\n' '|')" = \
    "./assay list models: exit status 0|make nowhere: the Makefile has no such target|./assay list nothing: exit status 2|" ]
check "control: commands that end otherwise than a page says" $?
page_save_files "$root/README.md" .
wrong=$(page_run "$root/README.md" "$root/Makefile")
[ -z "$wrong" ]
check "every command of README.md ends as the page says" $?
[ -z "$wrong" ] || echo "$wrong" | sed 's/^/# /'
[ "$(page_commands "$root/README.md" | wc -l)" -ge 18 ] && [ -s my-model.lua ] && [ -s my-study.lua ] && [ -s out.xml ]
check "so many commands, and the files that it asks to save" $?
[ -s out/demo/figures/errorsb.svg ] && grep -q '`out/demo/figures/errorsb.svg`' "$root/README.md" &&
    [ "$(wc -c <"$root/docs/orders.svg")" -lt 100000 ]
check "the figure of README.md is one that the demo draws, below 100 kB" $?
[ "$(wc -l <"$root/README.md")" -le 120 ]
check "README.md has at most 120 lines" $?

# ---- the pages of the manual that are for one kind of reader ---------------------------------------------------------
for page in for-ci for-papers for-authors; do
    page_save_files "$root/docs/$page.md" .
    wrong=$(page_run "$root/docs/$page.md" "$root/Makefile")
    [ -z "$wrong" ] && [ -n "$(page_commands "$root/docs/$page.md")" ]
    check "every command of docs/$page.md ends as the page says" $?
    [ -z "$wrong" ] || echo "$wrong" | sed 's/^/# /'
done
[ -s assay.xml ] && [ -s assay.md ] && [ -s my-study.baseline ] && [ -s out/paper/tables/orders.tex ] && [ -s out/paper/figures/work.pdf ]
check "the files that these pages name are there" $?
# ---- help ----------------------------------------------------------------------------------------------------------
"$ASSAY" --help >help.txt
commands=$(sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p' help.txt)
[ "$(wc -l <help.txt)" -le 24 ] && [ "$(wc -L <help.txt)" -le 80 ] && [ "$(echo "$commands" | wc -l)" -ge 13 ]
check "all commands are shown on one screen" $?
cat >assay.lua <<'END'
return study { title = "A library", methods = { "rk4" }, claims = { claim { method = "rk4", order = 4, on = "kepler", source = "its manual" } } }
END
wrong=
for command in $commands; do
    "$ASSAY" "$command" --help >help.txt
    [ "$(wc -L <help.txt)" -le 80 ] && sed '/^$/q' help.txt | tr '\n' ' ' | grep -q '^[A-Z][a-z]* .*\.  $' || wrong="$wrong $command: no sentence."
    sed -n 's,^    assay ,    ./assay ,p' help.txt | sed 's/^    .* audit .*/& --dry-run/' >help.md
    [ "$(page_commands help.md | wc -l)" -ge 1 ] || wrong="$wrong $command: no example."
    # The self-test has a test of its own: tests/commands/selftest_test.sh.
    [ "$command" = selftest ] || wrong="$wrong$(page_run help.md "$root/Makefile")"
done
[ -z "$wrong" ]
check "the help of a command is a sentence, examples that run, options, in 80 columns" $?
[ -z "$wrong" ] || echo "$wrong" | sed 's/^/# /'
echo "1..$number"
