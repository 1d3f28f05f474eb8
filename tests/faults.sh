#!/bin/sh
# The fault catalogue: every tests/faults/NAME.fault is one deliberate fault, and the named check that must see it.
#
#     tests/faults.sh [--quick] [NAME|FILE...]     (a FILE has a slash in it)
#
# A fault is a file of lines:
#
#     # what it is (comment)
#     quick                           (optional: belongs to the subset of --quick)
#     file PATH                       the file that it changes
#     check gate STUDY ID             `assay gate STUDY` must find otherwise than expected what is named by
#                                     ID = METHOD/PROJECTION/PRECISION/MEASURE; or
#     check test PROGRAM NAME         the test NAME of the program PROGRAM must fail
#     spares gate|test ...            (optional, repeated) a check that must stay green with the fault in
#     -OLD                            lines that must occur exactly once in the file, and
#     +NEW                            what they become
#
# The tree is copied once, built, and must pass every check named by any fault: the control.  Then each fault has a copy
# of its own (links to files, so it costs nothing): changed, built as far as its check needs, checked.  Two at a time.  The
# tree itself is not touched.
#
# Prints a line of TAP for every fault; the last line is: N caught, M missed.
set -u
# Of itself this script is called in a copy.
case ${1:-} in
--check | --fault) ;;
*)
    cd "$(dirname "$0")/.." || exit 1
    tree=$(pwd)
    ;;
esac
script=$tree/tests/faults.sh
build=${BUILD:-build/release}
case ${ASSAY:-assay} in
/*) program=assay ;;
*) program=${ASSAY:-assay} ;;
esac
program=${program#./}
export LC_ALL=C
unset ASSAY_STORE ASSAY_PATH
# Of a make that runs this script its variables are kept, its jobs are not.
case ${MAKEFLAGS:-} in
*' -- '*) MAKEFLAGS="-- ${MAKEFLAGS#* -- }" ;;
*) MAKEFLAGS= ;;
esac
export MAKEFLAGS
unset MFLAGS MAKELEVEL
# What a check writes.
check=check.$$

# ---- the parts of a fault ------------------------------------------------------------------------------------------

# The words behind a keyword of a fault; one line each time it occurs.
field() { # fault, keyword
    sed -n "s/^$2  *//p" "$1"
}

# Replaces the old lines of the fault by the new ones in its file; fails unless they occur exactly once.
inject() { # fault, path of the file
    awk -v fault="$1" '
        BEGIN {
            while ((getline line < fault) > 0) {
                if (line ~ /^-/) old = old substr(line, 2) "\n"
                if (line ~ /^\+/) new = new substr(line, 2) "\n"
            }
            old = "\n" old
            new = "\n" new
        }
        { text = text $0 "\n" }
        END {
            text = "\n" text
            at = index(text, old)
            if (length(old) < 2 || !at || index(substr(text, at + 1), old)) exit 1
            printf "%s", substr(substr(text, 1, at - 1) new substr(text, at + length(old)), 2)
        }' "$2" >"$2.new" && ! cmp -s "$2" "$2.new" && mv "$2.new" "$2"
}

# ---- checks --------------------------------------------------------------------------------------------------------

# What make has to bring up to date for a check.
targets_of() { # kind, study or program
    echo "$program"
    if [ "$1" = test ]; then echo "$build/tests/$2"; fi
}

# The version is the same for all, so that a fault compiles what it changes and nothing else; stores are not shared.
build_for() { # log, targets...
    log=$1
    shift
    make --no-print-directory -j2 BUILD="$build" NUMERICS_VERSION=faults COMMIT=faults "$@" >"$log" 2>&1
}

# Prints "green", or "red: EVIDENCE", or "unclear: WHY"; runs in the copy, whose programs are built.
run_check() { # kind, study or program, id or name
    if [ "$1" = gate ]; then
        rm -f $check.sqlite
        "./$program" gate "$2" -v --only "$3" --store $check.sqlite >$check.out 2>$check.err
        status=$?
        line=$(awk -v id="$3" '/^(differs|incomplete) / && index($0, "/" id) { sub(/^[a-z]+ +/, ""); first = $0; getline; sub(/^ +/, "");
                               print first ": " $0; exit }' $check.out)
        if [ $status -eq 0 ]; then
            echo green
        elif [ $status -ne 2 ] && [ -n "$line" ]; then
            echo "red: $line"
        else
            echo "unclear: the gate ended with $status: $(head -n 1 $check.err)"
        fi
    else
        CMOCKA_MESSAGE_OUTPUT=TAP ASSAY="./$program" ASSAY_STORE=$check.sqlite timeout 120 "$build/$programs/$2" "$3" >$check.out 2>$check.err
        status=$?
        if grep -q "^[[:space:]]*ok [0-9]* - $3\$" $check.out; then
            echo green
        elif grep -q "^[[:space:]]*not ok [0-9]* - $3\$" $check.out; then
            echo "red: $(grep -A 1 "^[[:space:]]*not ok [0-9]* - $3\$" $check.out | tr -d '\n' | cut -c 1-200)"
        else
            echo "unclear: $2 ended with $status and says nothing of $3"
        fi
    fi
}

# A line of TAP and its evidence.
try_fault() { # fault
    name=$(basename "$1" .fault)
    case $1 in
    /*) fault=$1 ;;
    *) fault=$tree/$1 ;;
    esac
    field "$fault" check | {
        read -r kind what id
        if [ -z "$id" ]; then
            echo "not ok - $name: names no check"
            exit
        fi
        # Links: what changes is written anew, by the compiler, make and inject alike.
        cp -al "$temporary/pristine" "$temporary/$name" && cd "$temporary/$name" || exit 1
        if ! inject "$fault" "$(field "$fault" file)"; then
            echo "not ok - $name: its old lines do not occur exactly once in $(field "$fault" file)"
            exit
        fi
        # shellcheck disable=SC2046
        if ! build_for make.out $(targets_of "$kind" "$what"; field "$fault" spares |
            while read -r kind what id; do targets_of "$kind" "$what"; done); then
            echo "not ok - $name: does not build: $(grep -m 1 error make.out)"
            exit
        fi
        answer=$(run_check "$kind" "$what" "$id")
        blamed=$(field "$fault" spares | while read -r kind what id; do
            spared=$(run_check "$kind" "$what" "$id")
            [ "$spared" = green ] || echo "$what $id, which must not see it, is $spared"
        done)
        case $answer in
        red:*)
            if [ -z "$blamed" ]; then
                echo "ok - $name: caught by $what $id (${answer#red: })"
            else
                echo "not ok - $name: $blamed"
            fi
            ;;
        *) echo "not ok - $name: missed by $what $id ($answer)" ;;
        esac
    }
    rm -rf "${temporary:?}/$name"
}

# What this script calls itself for, two at a time: a check of the control, in the copy, and a fault.
case ${1:-} in
--check)
    # The programs of all tests are one, if all were built.
    programs=tests
    if [ "$2" = test ] && [ -e "$build/called/$3" ]; then programs=called; fi
    answer=$(run_check "$2" "$3" "$4")
    rm -rf "$check".*
    [ "$answer" = green ] || echo "# $3 $4: $answer"
    exit
    ;;
--fault)
    programs=tests
    try_fault "$2" >"$temporary/tap.$$"
    cat "$temporary/tap.$$"
    exit
    ;;
esac

# ---- the catalogue -------------------------------------------------------------------------------------------------

temporary=$(mktemp -d) || exit 1
trap 'rm -rf "$temporary"' EXIT
trap 'exit 130' INT TERM
export temporary tree

quick=no
if [ "${1:-}" = --quick ]; then
    quick=yes
    shift
fi
whole=no
faults=
if [ $quick = yes ]; then
    faults=$(grep -l '^quick$' tests/faults/*.fault)
fi
for name; do
    case $name in
    */*) faults="$faults $name" ;;
    *) faults="$faults tests/faults/$name.fault" ;;
    esac
done
if [ -z "$faults" ]; then
    faults=$(echo tests/faults/*.fault)
    whole=yes
fi

# ---- the control ---------------------------------------------------------------------------------------------------

# The tree as it is, and what was built of it, with its times.
mkdir "$temporary/pristine"
{ git ls-files -co --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print; } |
    while IFS= read -r file; do [ -f "$file" ] && printf '%s\n' "$file"; done |
    tar -cf - -T - | tar -xpf - -C "$temporary/pristine" || exit 1
if [ -d "$build" ]; then
    mkdir -p "$temporary/pristine/$build"
    # Programs are linked anew where they are asked for.
    tar -C "$build" --exclude=./tests --exclude=./called -cf - . | tar -C "$temporary/pristine/$build" -xpf -
fi

# One line for every check that is named.
checks() {
    for fault in $faults; do
        field "$fault" check
        field "$fault" spares
    done | sort -u
}

control() {
    cd "$temporary/pristine" || exit 1
    checks=$(cd "$tree" && checks)
    # To link one program of all tests is cheaper than to link all of them.
    if [ $whole = yes ]; then
        targets="$program tests"
    else
        targets=$(echo "$checks" | while read -r kind what name; do targets_of "$kind" "$what"; done | sort -u)
    fi
    # shellcheck disable=SC2086
    build_for make.out $targets || { echo "not ok - the tree does not build"; tail -n 5 make.out | sed 's/^/# /'; return 1; }
    red=$(echo "$checks" | xargs -P 2 -n 3 "$script" --check)
    rm -rf make.out out
    if [ -n "$red" ]; then
        echo "not ok - control: without a fault every check is green"
        echo "$red"
        return 1
    fi
    echo "ok - control: without a fault all $(echo "$checks" | wc -l) checks are green"
}

(control) || { echo "0 caught, $(echo "$faults" | wc -w) missed: no control"; exit 1; }

# ---- all of them ---------------------------------------------------------------------------------------------------

echo "$faults" | xargs -n 1 | xargs -P 2 -n 1 "$script" --fault
cat "$temporary"/tap.* |
    awk '/^ok/ { caught++ } /^not ok/ { missed++ } END { printf "%d caught, %d missed\n", caught, missed; exit missed > 0 }'
