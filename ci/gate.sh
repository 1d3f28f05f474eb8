#!/bin/sh
# The gate of a pipeline: ci/gate.sh STUDY...
# Writes assay.xml (JUnit) and assay.md (a summary, which also goes to the page of the job on GitHub).  The exit status is
# that of `assay gate`: 0 as expected, 1 different, 2 unusable input, 3 incomplete.
#
# Environment: ASSAY, the program (default assay).
set -u
"${ASSAY:-assay}" gate "$@" --junit assay.xml --summary assay.md
status=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f assay.md ]; then
    cat assay.md >>"$GITHUB_STEP_SUMMARY"
fi
exit $status
