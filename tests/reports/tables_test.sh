#!/bin/sh
# `assay table`, `assay plot`: what stands in a table or is drawn is what the document has in that place, found here again
# by a program of its own; what is not clear is refused with a command that can be pasted.  The document is made up, with two of everything.
# Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
ASSAY=${ASSAY:-./assay}
export ASSAY
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
unset ASSAY_STORE ASSAY_PATH COLUMNS
exec python3 tests/reports/tables.py "$work"
