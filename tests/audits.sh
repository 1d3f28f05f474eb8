#!/bin/sh
# Whole audits of methods that do what they claim and of methods that do not: at least 200 of each, as files of
# coefficients, shared objects and programs in double.  A right one may hold or be left open (exit status 0 or 3), a wrong
# one may be refuted or be left open (1 or 3); every other verdict is false, and printed.  Ends with how many of each were
# left open, and the line: N right, N wrong, N false.
#
# Environment: ASSAY, the program (default ./assay); AUDITS, how many lines are tried (default: all).  Two at a time, each
# with a store of its own, which keeps the reference solutions.  What is done is kept in out/audits under the hash of the
# program: a second call goes on where the first was interrupted.
# Run from the root of the repository.
set -u
: "${ASSAY:=./assay}" "${AUDITS:=100000}"
kept=out/audits/$(sha256sum "$ASSAY" | cut -c 1-16)

# One of them: what this script calls itself for.  FOLDER "NUMBER right|wrong WHAT ARGUMENTS"
if [ "${1:-}" = --one ]; then
    folder=$2 number=${3%% *} line=${3#* }
    expected=${line%% *} line=${line#* }
    what=${line%% *} arguments=${line#* }
    name=$(printf %s "$arguments" | sed "s|$folder/||g")
    grep -qxF "$expected $what $name" "$kept.names" && exit 0
    eval "$ASSAY audit $arguments --jobs 1 --store '$folder/store-$SLOT.sqlite' --out '$folder/$number'" >"$folder/$number.out" 2>&1
    status=$?
    case $expected$status in
    right0 | wrong1) verdict=good ;;
    right3 | wrong3) verdict=open ;;
    *)
        verdict=false
        tail -n 6 "$folder/$number.out" | sed 's/^/# /'
        ;;
    esac
    rm -rf "${folder:?}/$number" "$folder/$number.out"
    echo "$verdict $expected $what, exit status $status: $name" | tee -a "$kept.done"
    echo "$expected $what $name" >>"$kept.names"
    exit 0
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p out/audits
touch "$kept.done" "$kept.names"

# ---- files that are made: a name is that of what is wrong ----

gauss() { # NAME, A12: Gauss with two stages, its a_12 the number
    printf 'return tableau { name = "%s", a = { { "1/4", "%s" }, { "1/4 + sqrt(3)/6", "1/4" } }, b = { "1/2", "1/2" }, claims = { order = 4, symplectic = true, symmetric = true } }\n' \
        "$1" "$2" >"$folder/$1.lua"
    echo "wrong file $folder/$1.lua"
}
kutta() { # NAME, A43, B3, C3: the classical method of order 4
    printf 'return tableau { name = "%s", a = { { 0, 0, 0, 0 }, { "1/2", 0, 0, 0 }, { 0, "1/2", 0, 0 }, { 0, 0, "%s", 0 } }, b = { "1/6", "1/3", "%s", "1/6" }, c = { 0, "1/2", "%s", 1 }, claims = { order = 4 } }\n' \
        "$1" "$2" "$3" "$4" >"$folder/$1.lua"
}
shared() { # NAME, SOURCE, OPTIONS...: a shared object
    name=$1 source=$2
    shift 2
    ${CC:-cc} -shared -fPIC "$@" -Iclients/c "$source" -lmpfr -lm -o "$folder/$name.so"
}
splitting() { # NAME, KEYS
    printf 'return splitting { name = "%s", %s }\n' "$1" "$2" >"$folder/$1.lua"
    echo "wrong file $folder/$1.lua"
}
{
    for digit in 3 8 11 16 25; do
        gauss "gauss-digit-$digit" "(1/4 - sqrt(3)/6)*(1 + 3/10^$digit)"
        kutta "weight-digit-$digit" 1 "1/3 + 10^-$digit" 1/2
        echo "wrong file $folder/weight-digit-$digit.lua"
    done
    kutta late-stage 1 1/3 "1/2 + 1/100"
    echo "wrong file $folder/late-stage.lua"
    kutta later-stage 1 1/3 "1/2 + 10^-12"
    echo "wrong file $folder/later-stage.lua"
    splitting exchanged-ruth 'kick = { "2/3", "-2/3", 1 }, drift = { "7/24", "3/4", "-1/24" }, first = "kick", claims = { order = 3 }'
    splitting half-forest-ruth 'drift = { "0.67560359597982882", "-0.17560359597982882" }, kick = { "1.3512071919596576", "-1.7024143839193153" }, first = "drift", claims = { order = 4 }'
    for each in wrong-composition wrong-digit; do echo "wrong file examples/$each.lua"; done
    for each in wrong-blanes-moan low-starter not-zero-stable commented-digits atela-4 wrong-yoshida-6; do echo "wrong file tests/data/methods/$each.lua"; done
    echo "wrong file examples/stoermer-verlet.lua --claim order=3"
    echo "wrong file examples/nystroem-4.lua --claim order=5"
    echo "wrong file examples/partitioned-verlet.lua --claim energy"
    echo "wrong file tests/data/methods/ruth-3.lua --claim symmetric"
    echo "wrong file tests/data/methods/euler-and-adjoint.lua --claim order=3"
    echo "wrong file tests/data/methods/lobatto-pair-3.lua --claim order=5"
    echo "wrong file rk4 --claim symplectic"
    echo "wrong file runge-kutta:radau-iia-3 --claim order=6"
    echo "wrong file compose:runge-kutta:gauss-1:triple-jump-4 --claim order=5"
    echo "wrong file lobatto-iiic-2 --claim symmetric"
    echo "wrong file rattle --claim order=3"
    ${CC:-cc} -O1 -Iclients/c tests/data/audit/programs.c -o "$folder/programs" -lm
    for each in heun:3 kutta:4 heavy:2 single-last:4 single-first:4 single-force:4 kick-drift:2 same-twice:2 exchanged:2 \
        leapfrog:2 nystroem:2; do
        echo "wrong program --exec '$folder/programs ${each%:*}' --claim order=${each#*:}"
    done
    echo "wrong program --exec '$folder/programs average' --claim symplectic"
    echo "wrong program --exec '$folder/programs single-time' --claim relation:time --on forced-position"
    shared relations tests/data/audit/relations.c
    shared narrow tests/data/audit/narrow.c
    shared single tests/data/audit/single.c
    shared unstable tests/data/audit/sessions.c -DUNSTABLE
    for each in ralston verlet adams_bashforth; do shared "$each" "examples/$each.c"; done
    for each in relations single unstable; do echo "wrong object $folder/$each.so"; done
    for each in ralston:4 verlet:3 adams_bashforth:3; do echo "wrong object $folder/${each%:*}.so --claim order=${each#*:}"; done
    echo "wrong object $folder/ralston.so --claim symplectic"
    for each in nearby precision; do echo "wrong object $folder/narrow.so --claim relation:$each"; done
} >"$folder/wrong"
{
    for each in gauss-2 forest-ruth nystroem-4 triple-jump partitioned-verlet stoermer-verlet adams-bashforth-4 blanes-moan \
        printed-decimals; do
        echo "right file examples/$each.lua"
    done
    echo "right file examples/lobatto-pair.lua --projection symmetric"
    echo "right file tests/data/methods/ruth-3.lua --claim order=3 --claim symplectic"
    echo "right file tests/data/methods/suzuki-4.lua --claim order=4 --claim symmetric"
    echo "right file tests/data/methods/nystroem-5.lua --claim order=5"
    echo "right file tests/data/methods/lobatto-pair-3.lua --claim order=4 --claim symplectic --claim symmetric"
    echo "right file tests/data/methods/euler-and-adjoint.lua --claim order=2"
    for each in adams-moulton-4 bdf-2 one-step-trapezoidal blanes-moan-6 scientific-decimals; do
        echo "right file tests/data/methods/$each.lua"
    done
    echo "right file tests/data/methods/atela-4.lua --on henon-heiles"
    echo "right file rk4 --claim order=3"
    for each in gauss-1 gauss-3 srk-3 lobatto-iiie-2 radau-iia-2 rk4 rattle reich moser-veselov lobatto-jay-3 \
        compose:runge-kutta:gauss-1:suzuki-4; do
        echo "right file $each"
    done
    echo "right file gauss-2 --projection symmetric --claim order=4"
    echo "right file gauss-3 --projection symmetric"
    echo "right file gauss-3 --projection midpoint"
    echo "right file srk-3 --projection symmetric"
    echo "right file runge-kutta:gauss-2 --claim reversible"
    for each in euler:1 heun:2 kutta:3 classical:4 ralston:2 midpoint:2 implicit-midpoint:2 trapezoid:2 average:2 \
        single:4; do
        echo "right program --exec '$folder/programs ${each%:*}' --claim order=${each#*:}"
    done
    shared sessions tests/data/audit/sessions.c
    for each in ralston verlet adams_bashforth sessions; do echo "right object $folder/$each.so"; done
    echo "right object $folder/verlet.so --claim symplectic --claim symmetric"
} >"$folder/right"

python3 tests/audits/corpus.py "$folder" >"$folder/made"
grep '^wrong ' "$folder/made" >>"$folder/wrong"
grep '^right ' "$folder/made" >>"$folder/right"
for each in "$folder"/object-*.c; do shared "$(basename "$each" .c)" "$each"; done
${CC:-cc} -O1 -Iclients/c tests/data/audit/steppers.c -o "$folder/steppers" -lm

# Lines are mixed by a fixed stride, so that the first ones are of every sort.
mixed() { # FILE
    awk '{ line[NR] = $0 } END { for (i = 0; i < 17; i++) for (j = i + 1; j <= NR; j += 17) print line[j] }' "$1"
}
mixed "$folder/wrong" >"$folder/wrong.mixed"
mixed "$folder/right" >"$folder/right.mixed"
paste -d '\n' "$folder/wrong.mixed" "$folder/right.mixed" | sed '/^$/d' | head -n "$AUDITS" | awk '{ print NR, $0 }' |
    xargs -d '\n' --process-slot-var=SLOT -P 2 -n 1 "$0" --one "$folder"
for expected in right wrong; do
    for what in file object program; do
        awk -v expected=$expected -v what=$what '
            $2 == expected && $3 == what "," { n++; open += $1 == "open" }
            END { printf "%s, %s: %d of %d left open\n", expected, what, open, n }' "$kept.done"
    done
done
awk '{ n[$2]++; bad += $1 == "false" } END { printf "%d right, %d wrong, %d false\n", n["right"], n["wrong"], bad; exit bad > 0 }' \
    "$kept.done"
