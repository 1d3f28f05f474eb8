#!/bin/sh
# The answer first: what a gate prints in a pipe, on a terminal, with -v, -q, --color and NO_COLOR.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).
set -u
: "${ASSAY:=./assay}"
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
LC_ALL=C
export LC_ALL
unset ASSAY_PATH NO_COLOR
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
trap 'exit 1' HUP INT TERM
cd "$temporary" || exit 1
ASSAY_STORE=$temporary/store.sqlite
export ASSAY_STORE
count=0
check() { # DESCRIPTION STATUS
    count=$((count + 1))
    if [ "$2" -eq 0 ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        head -n 14 out 2>&1 | cut -c 1-160 | sed 's/^/# out: /'
        head -n 4 err 2>&1 | cut -c 1-160 | sed 's/^/# err: /'
    fi
}
escape=$(printf '\033')
first_later=$(printf '\200') last_later=$(printf '\277') # bytes of a character after its first

# Whether a text of standard input has at most so many lines of at most so many columns.
fits() { # LINES COLUMNS
    sed "s/[$first_later-$last_later]//g" | awk -v lines="$1" -v columns="$2" 'length > columns { wide = 1 } END { exit NR > lines || NR == 0 || wide }'
}
printf 'a\nbb\n' | fits 2 2 && ! printf 'a\nbb\n' | fits 1 2 && ! printf 'a\nbb\n' | fits 2 1 && ! fits 2 2 </dev/null &&
    printf 'äöü\n' | fits 1 3
check "control: the check counts lines and columns" $?

# Thirty orders, of six methods with five projections.
cat >right.lua <<'END_OF_STUDY'
return study { title = "Thirty", models = { "lotka-volterra" }, methods = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "gauss-5", "gauss-6" },
  projections = "all", steps = halving("0.1", 4), untiltime = "1", precisions = { "double" }, measures = { "energy_error" },
  claims = { { id = "order", source = "a test", measure = "energy_error", method = "gauss-*", projection = "*",
    order = at_least "1" } } }
END_OF_STUDY
sed 's/at_least "1"/at_least "20"/' right.lua >wrong.lua
gate() { "$ASSAY" gate "$@" >out 2>err; }

gate ./right.lua --allow inconclusive
[ $? -eq 0 ] && [ "$(wc -l <out)" -eq 1 ] && [ ! -s err ] && fits 1 80 <out && grep -q '^31 as expected, 0 different, 0 incomplete (right' out
check "a passing gate in a pipe is one line" $?
gate ./wrong.lua
[ $? -eq 1 ] && head -n 1 out | grep -q '^DIFFERS  order: expected holds, found ' && [ ! -s err ]
check "a failing gate begins with what broke" $?
fits 12 80 <out && grep -q '^and [0-9]* more; -v shows all:$' out && grep -q '^  assay gate ./wrong.lua -v$' out
check "thirty differences are at most 12 lines of 80 columns, and the rest is counted" $?
shown=$(grep -c '^DIFFERS' out) more=$(sed -n 's/^and \([0-9]*\) more.*/\1/p' out)
[ $((shown + more)) -eq "$(sed -n '$s/.* \([0-9]*\) different.*/\1/p' out)" ]
check "together they are all that differ" $?
gate ./wrong.lua -v
[ $? -eq 1 ] && [ "$(grep -c '^differs ' out)" -eq "$((shown + more))" ] && ! fits 12 80 <out
check "-v shows all" $?
gate ./right.lua --allow inconclusive --fresh -v
grep -q '^measured  *lotka-volterra/default/gauss-1/none/double/energy_error ' err
check "-v has a line for each fit while it runs" $?
# A verdict has one line for each fit, after all cells: none is announced that changes later.
[ "$(grep -c '^\(holds\|inconclusive\|refuted\) ' err)" -eq "$(grep '^\(holds\|inconclusive\|refuted\) ' err | awk '{ print $2 }' | sort -u | wc -l)" ] &&
    [ "$(grep -n '^measured ' err | tail -n 1 | cut -d : -f 1)" -lt "$(grep -n '^\(holds\|inconclusive\|refuted\) ' err | head -n 1 | cut -d : -f 1)" ]
check "no verdict is announced that changes later" $?
gate ./wrong.lua -q
[ $? -eq 1 ] && [ ! -s out ] && [ ! -s err ]
check "-q prints nothing" $?

# ---- colours ----
gate ./wrong.lua
! grep -q "$escape" out
check "in a pipe there are no colours" $?
gate ./wrong.lua --color=always
grep -q "^$escape\[1;31mDIFFERS$escape\[0m  order: " out
check "--color=always colours in a pipe, and words stay words" $?
NO_COLOR=1 gate ./wrong.lua --color=always
grep -q "$escape" out
check "what is asked for goes before NO_COLOR" $?

# ---- a report: claims, the worst first, the counts and the page ----
sed -e 's/claims = {/& { id = "first", source = "a test", measure = "solution_error", method = "gauss-1", projection = "none", order = at_least "1" },/' \
    -e 's;"energy_error" };"energy_error", "solution_error" };;s;"energy_error";"largest:energy";g' wrong.lua >two.lua
"$ASSAY" run ./two.lua --out two >out 2>err
[ $? -eq 0 ] && [ "$(wc -l <out)" -eq 4 ] && fits 12 80 <out && [ ! -s err ] && [ "$(tail -n 1 out)" = "page   two/index.html" ] && [ -f two/index.html ]
check "a run ends with a line for each claim, the counts and the page" $?
sed -n 1p out | grep -q '^INCONCLUSIVE  order' && sed -n 2p out | grep -q '^HOLDS         first' &&
    sed -n 3p out | grep -q '^[0-9]* runs; orders and numbers: 1 hold, 30 inconclusive; '
check "the worst claim comes first" $?
"$ASSAY" report ./two.lua ./right.lua --out both >out 2>err
[ $? -eq 0 ] && grep -q '^INCONCLUSIVE  two:order' out && grep -q '^HOLDS  *right:order\|^INCONCLUSIVE  right:order' out &&
    grep -q '^pages  both/two/index.html both/right/index.html$' out && fits 12 80 <out
check "several studies have one answer" $?
"$ASSAY" report ./two.lua --out two -v >out 2>err
[ $? -eq 0 ] && [ "$(grep -c "^inconclusive " out)" -eq 30 ] && grep -q '^claim order inconclusive: ' out && grep -q '; next: ' out
check "with -v each fit that is open, with what to do next" $?
"$ASSAY" report ./two.lua --out two --color=always >out 2>err
grep -q "^$escape\[1;33mINCONCLUSIVE$escape\[0m  order" out && grep -q "^$escape\[1;32mHOLDS$escape\[0m         first" out
check "verdicts of claims are coloured" $?
mkdir -p papers/small2020
sed 's/claims = {/source = "Small (2020)", tables = {}, &/' two.lua >papers/small2020/orders.lua
ASSAY_PATH=$temporary/papers "$ASSAY" reproduce small2020 --out paper >out 2>err
[ $? -eq 0 ] && fits 12 80 <out && sed -n 1p out | grep -q '^INCONCLUSIVE  order .*claimed .*, measured ' &&
    sed -n 2p out | grep -q '^small2020: 1 hold; ' && [ "$(tail -n 1 out)" = "page   paper/index.html" ] && [ -f paper/index.html ]
check "reproduce ends with the claims that do not hold, the count of the others and the page" $?

# Runs the gate on a terminal of so many columns.
on_terminal() { # COLUMNS ARGUMENT...
    python3 - "$ASSAY" "$@" >out 2>err <<'END_OF_PROGRAM'
import fcntl, os, pty, struct, sys, termios
program, columns, *words = sys.argv[1:]
main, terminal = pty.openpty()
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(columns), 0, 0))
child = os.fork()
if child == 0:
    for descriptor in (1, 2):
        os.dup2(terminal, descriptor)
    os.close(main)
    os.execv(program, ["assay", "gate"] + words)
os.close(terminal)
text = b""
try:
    while True:
        text += os.read(main, 65536)
except OSError:
    pass
os.waitpid(child, 0)
sys.stdout.write(text.decode().replace("\r\n", "\n"))
END_OF_PROGRAM
}
plain() { sed "s/$escape\[[0-9;]*[mK]//g; s/.*\r//" out; }
on_terminal 80 ./wrong.lua
plain | fits 12 80 && grep -q "$escape\[1;31mDIFFERS" out
check "on a terminal verdicts are coloured" $?
on_terminal 40 ./wrong.lua
plain | fits 12 40
check "the summary fits a narrow terminal" $?
NO_COLOR=1 on_terminal 80 ./wrong.lua
grep -q '^DIFFERS' out && ! grep -q "$escape\[[0-9]" out
check "NO_COLOR takes the colours away" $?
on_terminal 80 ./wrong.lua --color=never
! grep -q "$escape\[[0-9]" out
check "--color=never does, too" $?
echo "1..$count"
