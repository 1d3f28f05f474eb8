#!/bin/sh
# The measures: the manual has the table that the program has.
set -u
: "${ASSAY:=./assay}"
number=0
check() { # description, status
    number=$((number + 1))
    if [ "$2" -eq 0 ]; then echo "ok $number - $1"; else echo "not ok $number - $1"; fi
}
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

"$ASSAY" list measures | sed 's/|/\\|/g; s/^\([^ ]*\)  */| `\1` | /; s/$/ |/' >"$temporary/table"
sed -n '/^| measure | |$/,/^$/p' README.md | tail -n +3 | grep . >"$temporary/manual"
[ -s "$temporary/table" ] && cmp -s "$temporary/table" "$temporary/manual"
check "the table of measures in README.md is that of 'assay list measures'" $?
echo "1..$number"
