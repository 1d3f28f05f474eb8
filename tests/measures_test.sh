#!/bin/sh
# The measures: the manual has the table that the program has; a stored result is thrown away where a source changes that
# computes, and nowhere else; and all that computes a result is reached through one call.
set -u
: "${ASSAY:=./assay}" "${BUILD:=build/release}"
unset MAKEFLAGS MAKELEVEL MFLAGS
number=0
check() { # description, status
    number=$((number + 1))
    if [ "$2" -eq 0 ]; then echo "ok $number - $1"; else echo "not ok $number - $1"; fi
}
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

"$ASSAY" list measures | sed 's/|/\\|/g; s/^\([^ ]*\)  */| `\1` | /; s/$/ |/' >"$temporary/table"
sed -n '/^| measure | |$/,/^$/p' docs/measures.md | tail -n +3 | grep . >"$temporary/manual"
[ -s "$temporary/table" ] && cmp -s "$temporary/table" "$temporary/manual"
check "the table of measures in docs/measures.md is that of 'assay list measures'" $?

# ---- numerics_version -----------------------------------------------------------------------------------------------
layers="numerics models integrators reference measures harness reports"
mkdir "$temporary/house"
cp -r Makefile $layers "$temporary/house"
version() {
    (cd "$temporary/house" && make -s --eval 'print-version: ; @echo $(NUMERICS_VERSION)' print-version 2>/dev/null)
}
now=$(version)
# Whether the version is another one, behind a line more in FILE.
changes() { # FILE
    before=$now
    echo "/* another line */" >>"$temporary/house/$1"
    now=$(version)
    [ -n "$before" ] && [ "$now" != "$before" ]
}
for file in numerics/vector.c models/reader/model_read.c integrators/steps/vprk.c reference/taylor.c measures/result_measure.c \
    measures/measure.c measures/step/bilinear.c measures/ensemble/cell_growth.c measures/poincare/cell_poincare.h; do
    changes "$file"
    check "another $file computes other results" $?
done
for file in measures/measure_sentence.c models/reader/data_path.c harness/judge/judge.c harness/judge/verdict.c harness/plan/result_text.c \
    harness/run/cells.c reports/words.c; do
    ! changes "$file"
    check "another $file computes the same" $?
done

# Whether the version is another one where the Makefile sets other flags.
other_flags() { # SED
    sed -i.kept "$1" "$temporary/house/Makefile"
    after=$(version)
    cmp -s "$temporary/house/Makefile" "$temporary/house/Makefile.kept" && after=
    mv "$temporary/house/Makefile.kept" "$temporary/house/Makefile"
    [ -n "$after" ] && [ "$after" != "$now" ]
}
for flags in 's/-ffp-contract=off/-ffp-contract=fast -ffast-math/' 's/-std=c11/-std=c17/' 's/^OPT .*/OPT := -O2/' 's/^EXTRA .*/EXTRA := -funroll-loops/' \
    's/^flags_double .*/& -fno-math-errno/' 's/^flags_mpfr .*/& -O1/' 's/^flags_tangent .*/& -O1/' 's/-Wno-psabi -fno-math-errno/-Wno-psabi/' \
    's/^flags_lanes_v3 .*/& -mfma/' 's/^v4 .*/& -ffast-math/'; do
    other_flags "$flags"
    check "other flags, other results: $flags" $?
done
! other_flags 's/^WARNINGS .*/& -Wundef/'
check "another warning computes the same" $?

# ---- one entry ------------------------------------------------------------------------------------------------------
# "FILE NAME": names of the objects of measures that objects of harness and reports call.
nm -g --defined-only $(find "$BUILD" -path '*/measures/*.o' ! -path '*/test-objects/*') | awk 'NF == 3 { print $3 }' | sort -u >"$temporary/names"
for source in $(find harness reports -name '*.c'); do
    echo "$BUILD/neutral/${source%.c}.o"
done | xargs nm -A -u | awk -v folder="$BUILD/neutral/" '
    NR == FNR { names[$1] = 1; next }
    $NF in names { file = substr($1, length(folder) + 1); sub(/\.o:.*/, ".c", file); print file, $NF }' "$temporary/names" - >"$temporary/calls"
# What may be asked: which measures there are and which results, what a problem, a precision and a growth are called, how
# many steps and intervals there are; and the steps that a study has by default, which are part of the key of a cell.
grep -vE ' (measure|result|problem|precision)_| cell_(count_steps|parse_step)$| cell_poincare_has$| growth_(classify|intervals|name)$| timescale_measure$' "$temporary/calls" \
    >"$temporary/others"
# Commands that show or check one run, or show an expansion, and keep nothing, what coefficients prove, the searches of an audit, which do neither, one step of the control of a
# relation, which is no cell, and memory that processes share.
grep -vE '^harness/commands/command_(integrate|selftest).c (cell_run|trajectory_destroy)$|^harness/commands/command_show.c (energy_drift_find|expansion_(create|destroy|exists|reason))$|^harness/(judge/fits|commands/command_audit).c proof_find$|^harness/judge/fits.c run_orders_(find_term|lead|read_term|size)$|^reports/expansion_shown.c expansion_order$|^harness/judge/controls.c relation_control_keeps$|^reports/words_fit.c relation_control_sentence$|^harness/audit/(clock|refutation|relations|sizes|zero_stability).c | shares_memory_(create|destroy)$' \
    "$temporary/others"
check "harness and reports compute results through result_measure alone" $((! $?))
[ "$(grep ' result_measure$' "$temporary/calls")" = "harness/run/worker.c result_measure" ]
check "control: the worker calls result_measure" $?
# ---- where h L >> 1 --------------------------------------------------------------------------------------------------
# Table IV.15.1 of Hairer and Wanner (1996), at a fixed L: s of Radau IIA, s - 1 of Lobatto IIIC, s of Gauss for an even s.
"$ASSAY" run studies/stiff/orders.lua --store "$temporary/stiff.sqlite" --out "$temporary/stiff" >/dev/null 2>&1
found=$(awk -F, '$2 == "prothero-robinson" && $8 == "measured" { printf "%s %.1f\n", $4, $9 }' "$temporary/stiff/data/fits.csv" | sort)
wanted=$(printf 'runge-kutta:%s\n' 'gauss-2 2.0' 'gauss-4 4.1' 'lobatto-iiic-3 2.0' 'lobatto-iiic-4 3.0' 'radau-iia-2 2.0' 'radau-iia-3 3.0' 'radau-iia-4 4.0')
[ "$(echo "$found" | grep -v gauss-1)" = "$wanted" ]
check "orders of stiff problems are those of the theory" $?
echo "1..$number"
