#!/bin/sh
# Prints the values that `assay selftest` compares with, as PARI/GP computes them (steps.gp, holonomic.gp, nonholonomic.gp).
# Run from the root of the repository:  tests/independent/selftest.sh >studies/selftest.values
set -eu
cat <<'END'
# States after 1 and 10 steps, by programs in PARI/GP that share nothing with assay but the definitions
# (tests/independent/selftest.sh makes this file).  Separated by tabs: model:initial, method, projection, step, number of
# steps, positions, then momenta where they are given.
END
steps() { # MODEL, STEP, METHOD...
    model=$1 step=$2
    shift 2
    for method; do echo "run(\"$model\", \"$method\")"; done | gp -q -f -s 512M tests/independent/steps.gp |
        awk -v h="$step" -v OFS='\t' '{ $1 = $1 ":" $2; $2 = ""; $4 = $4 OFS h; print }' | sed 's/\t\t/\t/'
}
steps lotka-volterra 1/10 gauss-1 gauss-2 srk-3
steps point-vortices 1/10 gauss-2 lobatto-iiia-iiib-3
steps massless-charged-particle 1/10 gauss-3 radau-iia-2
steps guiding-centre-tokamak:deeply-trapped 5 gauss-2
gp -q -f -s 256M tests/independent/holonomic.gp </dev/null | awk -v OFS='\t' '
    $1 != "pendulum" && $1 != "double-spherical-pendulum" { next }
    { row = $1 ":default" OFS $2 OFS $3 OFS "1/10" OFS $4
      if (row != before) { if (before) print before values; values = "" }
      before = row; values = values OFS $6 }
    END { print before values }'
for alpha in 0 1/3; do echo "run(\"vertical-disk\", [$alpha])"; done | gp -q -f -s 512M tests/independent/nonholonomic.gp |
    awk -F '\t' -v OFS='\t' '{ print $1 ":default", $2, "none", "1/10", $3, $4, $5, $6, $7 }'
