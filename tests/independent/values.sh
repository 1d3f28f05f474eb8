#!/bin/sh
# Computes tests/independent/values anew, with the programs in PARI/GP of this folder, and says where they differ; with
# --write the files are made.  It takes some minutes.  Run from the root of the repository.
#
# A file NAME.values has a line "# CALL" for each call of the program, and below it what the program prints.
set -eu
folder=tests/independent
new=$(mktemp)
trap 'rm -f "$new"' EXIT
differs=0
for values in "$folder"/values/*.values; do
    program=$(basename "$values" .values)
    # The systems of index one are solved by the methods of steps.gp.
    programs=$folder/$program.gp
    if [ "$program" = index_one ]; then programs="$folder/steps.gp $programs"; fi
    sed -n 's/^# *//p' "$values" | while IFS= read -r call; do
        echo "# $call"
        # shellcheck disable=SC2086
        echo "$call" | gp -q -f -s 512M $programs
    done >"$new"
    if [ "${1-}" = --write ]; then
        cat "$new" >"$values"
    elif ! diff "$values" "$new"; then
        differs=1
        echo "$values differs from what is computed (above); tests/independent/values.sh --write makes it anew" >&2
    fi
done
exit $differs
