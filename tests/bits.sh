#!/bin/sh
# Bit for bit: eight builds (gcc and clang, -O0 and -O3, with and without -march=native) make the same 21 runs, and the
# last bits of all numbers must agree.  Prints one hash per build.
#
# --control: builds one program with contracted multiply-adds as well, which must give another hash.
set -u
runs=$(mktemp)
trap 'rm -f "$runs"' EXIT
cat >"$runs" <<'RUNS'
lotka-volterra --method gauss-1 --projection none --step 0.1 --steps 200
lotka-volterra --method gauss-3 --projection symmetric --step 0.1 --steps 200
lotka-volterra --method lobatto-iiia-iiib-3 --projection midpoint --step 0.01 --steps 200
lotka-volterra --method rk4 --step 0.1 --steps 500
lotka-volterra-singular --method gauss-2 --projection symplectic --step 0.1 --steps 200
point-vortices --method gauss-2 --projection standard --step 0.1 --steps 200
point-vortices --method gauss-6 --projection symmetric --step 0.1 --steps 100
point-vortices --method srk-3 --projection midpoint --step 0.1 --steps 200
point-vortices --method lobatto-iiia-iiib-2 --projection symmetric --step 0.1 --steps 200
point-vortices --method lobatto-iiid-4 --projection symplectic --step 0.1 --steps 100
point-vortices --initial half --method gauss-4 --projection midpoint --step 0.1 --steps 100
point-vortices-linear --method lobatto-iiic-3 --projection standard --step 0.1 --steps 100
massless-charged-particle --method gauss-3 --projection symplectic --step 0.1 --steps 500
massless-charged-particle --method radau-iia-3 --step 0.1 --steps 500
massless-charged-particle --method runge-kutta:gauss-2 --step 0.1 --steps 500
tests/data/rational.lua --method gauss-5 --projection midpoint --step 0.1 --steps 300 --coefficients symplectic --uncompensated
tests/data/rational.lua --method lobatto-iiie-4 --projection symmetric --step 0.1 --steps 300 --coefficients split
tests/data/rational.lua --method lobatto-iiib-iiia-3 --projection symplectic --step 0.1 --steps 300
point-vortices --method gauss-4 --projection symmetric --step 0.1 --steps 20 --precision 200
massless-charged-particle --method srk-3 --projection symplectic --step 0.1 --steps 20 --precision 113
point-vortices --method gauss-3 --projection symmetric --step 0.1 --steps 100 --accepted
RUNS

# The results of all runs of one program, without what tells the builds apart.
results() { # program
    while read -r run; do
        # shellcheck disable=SC2086
        "$1" integrate $run --json | sed '/^  "assay": {/,/^  },/d' || exit 1
    done <"$runs"
}

build() { # name, make variables...
    name=$1
    shift
    make --no-print-directory -s -j2 BUILD="build/bits-$name" PROGRAM="build/bits-$name/assay" "$@" >/dev/null ||
        { echo "assay: the build $name failed" >&2; exit 1; }
    hash=$(results "build/bits-$name/assay" | sha256sum | cut -c 1-32)
    echo "$hash  $name"
}

first=
different=0
for compiler in gcc clang; do
    for level in O0 O3; do
        for arch in '' -march=native; do
            line=$(build "$compiler-$level${arch:+-native}" CC="$compiler" OPT="-$level" ARCH="$arch") || exit 1
            echo "$line"
            hash=${line%% *}
            first=${first:-$hash}
            [ "$hash" = "$first" ] || different=$((different + 1))
        done
    done
done
if [ "${1:-}" = --control ]; then
    line=$(build control CC=gcc OPT=-O3 ARCH=-march=native EXTRA=-ffp-contract=fast) || exit 1
    echo "$line (control: contracted multiply-adds)"
    [ "${line%% *}" != "$first" ] || { echo "the control agrees: the comparison cannot fail" >&2; exit 1; }
fi
if [ "$different" -ne 0 ]; then
    echo "$different of 8 builds differ from the first"
    exit 1
fi
echo "8 builds agree bit for bit in $(wc -l <"$runs") runs"
