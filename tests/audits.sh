#!/bin/sh
# Whole audits of methods that do what they claim and of methods that do not: as many as fit into AUDITS_SECONDS (default
# 600), two at a time, right and wrong ones by turns.  A right one may hold or be left open (exit status 0 or 3), a wrong
# one has to be refuted (1); every other verdict is false, and printed.  The last line: N right, N wrong, N false.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}" "${AUDITS_SECONDS:=600}"

# One of them: what this script calls itself for.  FOLDER "NUMBER right|wrong ARGUMENTS"
if [ "${1:-}" = --one ]; then
    folder=$2 number=${3%% *} line=${3#* }
    expected=${line%% *} arguments=${line#* }
    [ "$(date +%s)" -lt "$(cat "$folder/end")" ] || exit 0
    eval "$ASSAY audit $arguments --store '$folder/$number.sqlite' --out '$folder/$number'" >"$folder/$number.out" 2>&1
    status=$?
    case $expected$status in
    right0 | right3 | wrong1) verdict=good ;;
    *)
        verdict=false
        tail -n 6 "$folder/$number.out" | sed 's/^/# /'
        ;;
    esac
    rm -rf "${folder:?}/$number" "$folder/$number.sqlite" "$folder/$number.out"
    echo "$verdict $expected, exit status $status: $arguments" | tee -a "$folder/done"
    exit 0
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
echo $(($(date +%s) + AUDITS_SECONDS)) >"$folder/end"

# ---- files that are made: a name is that of what is wrong ----

gauss() { # NAME, A12: Gauss with two stages, its a_12 the number
    printf 'return tableau { name = "%s", a = { { "1/4", "%s" }, { "1/4 + sqrt(3)/6", "1/4" } }, b = { "1/2", "1/2" }, claims = { order = 4, symplectic = true, symmetric = true } }\n' \
        "$1" "$2" >"$folder/$1.lua"
    echo "wrong $folder/$1.lua"
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
    echo "wrong $folder/$1.lua"
}
{
    for digit in 3 8 11 16 25; do
        gauss "gauss-digit-$digit" "(1/4 - sqrt(3)/6)*(1 + 3/10^$digit)"
        kutta "weight-digit-$digit" 1 "1/3 + 10^-$digit" 1/2
        echo "wrong $folder/weight-digit-$digit.lua"
    done
    kutta late-stage 1 1/3 "1/2 + 1/100"
    echo "wrong $folder/late-stage.lua"
    kutta later-stage 1 1/3 "1/2 + 10^-12"
    echo "wrong $folder/later-stage.lua"
    splitting exchanged-ruth 'kick = { "2/3", "-2/3", 1 }, drift = { "7/24", "3/4", "-1/24" }, first = "kick", claims = { order = 3 }'
    splitting half-forest-ruth 'drift = { "0.67560359597982882", "-0.17560359597982882" }, kick = { "1.3512071919596576", "-1.7024143839193153" }, first = "drift", claims = { order = 4 }'
    for each in wrong-composition wrong-digit; do echo "wrong examples/$each.lua"; done
    for each in wrong-blanes-moan low-starter not-zero-stable commented-digits atela-4 wrong-yoshida-6; do echo "wrong tests/data/methods/$each.lua"; done
    echo "wrong examples/stoermer-verlet.lua --claim order=3"
    echo "wrong examples/nystroem-4.lua --claim order=5"
    echo "wrong examples/partitioned-verlet.lua --claim energy"
    echo "wrong tests/data/methods/ruth-3.lua --claim symmetric"
    echo "wrong tests/data/methods/euler-and-adjoint.lua --claim order=3"
    echo "wrong tests/data/methods/lobatto-pair-3.lua --claim order=5"
    echo "wrong rk4 --claim symplectic"
    echo "wrong runge-kutta:radau-iia-3 --claim order=6"
    echo "wrong compose:runge-kutta:gauss-1:triple-jump-4 --claim order=5"
    echo "wrong lobatto-iiic-2 --claim symmetric"
    echo "wrong rattle --claim order=3"
    ${CC:-cc} -O1 -Iclients/c tests/data/audit/programs.c -o "$folder/programs" -lm
    for each in heun:3 kutta:4 heavy:2 single-last:4 single-first:4 single-force:4 kick-drift:2 same-twice:2 exchanged:2 \
        leapfrog:2 nystroem:2; do
        echo "wrong --exec '$folder/programs ${each%:*}' --claim order=${each#*:}"
    done
    echo "wrong --exec '$folder/programs average' --claim symplectic"
    echo "wrong --exec '$folder/programs single-time' --claim relation:time --on forced-position"
    shared relations tests/data/audit/relations.c
    shared narrow tests/data/audit/narrow.c
    shared single tests/data/audit/single.c
    shared unstable tests/data/audit/sessions.c -DUNSTABLE
    for each in ralston verlet adams_bashforth; do shared "$each" "examples/$each.c"; done
    for each in relations single unstable; do echo "wrong $folder/$each.so"; done
    for each in ralston:4 verlet:3 adams_bashforth:3; do echo "wrong $folder/${each%:*}.so --claim order=${each#*:}"; done
    echo "wrong $folder/ralston.so --claim symplectic"
    for each in nearby precision; do echo "wrong $folder/narrow.so --claim relation:$each"; done
} >"$folder/wrong"
{
    for each in gauss-2 forest-ruth nystroem-4 triple-jump partitioned-verlet stoermer-verlet adams-bashforth-4 blanes-moan \
        printed-decimals; do
        echo "right examples/$each.lua"
    done
    echo "right examples/lobatto-pair.lua --projection symmetric"
    echo "right tests/data/methods/ruth-3.lua --claim order=3 --claim symplectic"
    echo "right tests/data/methods/suzuki-4.lua --claim order=4 --claim symmetric"
    echo "right tests/data/methods/nystroem-5.lua --claim order=5"
    echo "right tests/data/methods/lobatto-pair-3.lua --claim order=4 --claim symplectic --claim symmetric"
    echo "right tests/data/methods/euler-and-adjoint.lua --claim order=2"
    for each in adams-moulton-4 bdf-2 one-step-trapezoidal blanes-moan-6 scientific-decimals; do
        echo "right tests/data/methods/$each.lua"
    done
    echo "right tests/data/methods/atela-4.lua --on henon-heiles"
    echo "right rk4 --claim order=3"
    for each in gauss-1 gauss-3 srk-3 lobatto-iiie-2 radau-iia-2 rk4 rattle reich moser-veselov lobatto-jay-3 \
        compose:runge-kutta:gauss-1:suzuki-4; do
        echo "right $each"
    done
    echo "right gauss-2 --projection symmetric --claim order=4"
    echo "right gauss-3 --projection symmetric"
    echo "right gauss-3 --projection midpoint"
    echo "right srk-3 --projection symmetric"
    echo "right runge-kutta:gauss-2 --claim reversible"
    for each in euler:1 heun:2 kutta:3 classical:4 ralston:2 midpoint:2 implicit-midpoint:2 trapezoid:2 average:2 \
        single:4; do
        echo "right --exec '$folder/programs ${each%:*}' --claim order=${each#*:}"
    done
    shared sessions tests/data/audit/sessions.c
    for each in ralston verlet adams_bashforth sessions; do echo "right $folder/$each.so"; done
    echo "right $folder/verlet.so --claim symplectic --claim symmetric"
} >"$folder/right"

paste -d '\n' "$folder/wrong" "$folder/right" | sed '/^$/d' | awk '{ print NR, $0 }' |
    xargs -d '\n' -P 2 -n 1 "$0" --one "$folder"
awk '{ n[$2]++; bad += $1 == "false" } END { printf "%d right, %d wrong, %d false\n", n["right,"], n["wrong,"], bad; exit bad > 0 }' \
    "$folder/done"
