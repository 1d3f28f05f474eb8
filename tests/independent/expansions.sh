#!/bin/sh
# Computes the expansions of tests/data/expansions.values anew, with the programs in PARI/GP of tests/independent/expansions,
# and says where they differ from the file; with --write the file is made.  It takes half a minute.
# Run from the root of the repository.
set -eu
values=tests/data/expansions.values
folder=tests/independent/expansions
new=$(mktemp)
trap 'rm -f "$new"' EXIT
cat >"$new" <<'END'
# Errors after some steps of length h, expanded in powers of h, by programs in PARI/GP that share nothing with assay but the
# definitions (tests/independent/expansions.sh --write makes this file).  Separated by tabs: model:initial:formulation, method,
# projection, number of steps, quantity, then the coefficients of h, h^2, ...
END
for kind in degenerate free 'free charts' holonomic index_one nonholonomic bodies; do
    programs=
    for name in $kind; do programs="$programs $folder/$name.gp"; done
    echo 'run_all()' | gp -q -f -s 512M $folder/series.gp $programs >>"$new"
done
if [ "${1-}" = --write ]; then
    cat "$new" >$values
elif diff "$values" "$new"; then
    echo "$values: as computed"
else
    echo "$values differs from what is computed (above); tests/independent/expansions.sh --write makes it anew" >&2
    exit 1
fi
