#!/bin/sh
# The commit that broke a claim: ci/bisect.sh [--build COMMAND] GOOD [STUDY]
#
# In the repository of a library, at a commit where `assay gate STUDY` (default assay.lua) fails: `git bisect run` with the gate
# as its predicate, from the commit GOOD on, where the gate passes.  COMMAND builds the library at each commit (make); a commit
# that it cannot build, or that gives no verdict, is skipped.  The study is the one of today at every commit.
# Prints the first bad commit, what the gate says of it, and leaves the repository as it was.
# Exit status: 0 a commit was found, 1 none was, 2 it cannot be looked for.
#
# Environment: ASSAY, the program (default assay).
set -u
usage() {
    echo "bisect.sh: $1; write for example ci/bisect.sh --build make v1.2 assay.lua" >&2
    exit 2
}
build=true
if [ "${1:-}" = --build ]; then
    [ $# -ge 2 ] || usage "--build needs a command"
    build=$2
    shift 2
fi
[ $# -eq 1 ] || [ $# -eq 2 ] || usage "it takes a commit where the gate passes, and a study"
good=$1
study=${2:-assay.lua}
[ -f "$study" ] || usage "there is no study $study"
git rev-parse -q --verify "$good^{commit}" >/dev/null 2>&1 || usage "there is no commit $good"
git diff --quiet HEAD || usage "there are changes that are not committed"
[ ! -f "$(git rev-parse --git-path BISECT_START)" ] || usage "a bisection is at work here, which git bisect reset ends"

work=$(mktemp -d)
finish() {
    git bisect reset >/dev/null 2>&1
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 2' HUP INT TERM
cp "$study" "$work/study.lua"
cat >"$work/judge" <<'JUDGE'
sh -c "$BISECT_BUILD" >"$BISECT_WORK/build" 2>&1 || exit 125
"${ASSAY:-assay}" gate "$BISECT_WORK/study.lua" --store "$BISECT_WORK/store.sqlite" >"$BISECT_WORK/said" 2>&1
status=$?
[ $status -eq 1 ] && cp "$BISECT_WORK/said" "$BISECT_WORK/$(git rev-parse HEAD)"
[ $status -le 1 ] || status=125
exit $status
JUDGE
export BISECT_BUILD="$build" BISECT_WORK="$work"
git bisect start HEAD "$good" >"$work/log" 2>&1 || usage "git bisect does not start: $(tail -n 1 "$work/log")"
if git bisect run sh "$work/judge" >"$work/log" 2>&1; then
    commit=$(git rev-parse refs/bisect/bad)
    git log -1 --format='first bad commit: %h %s (%an, %as)' "$commit"
    [ ! -f "$work/$commit" ] || cat "$work/$commit"
    exit 0
fi
echo "bisect.sh: no single commit was found; git bisect said:" >&2
tail -n 5 "$work/log" >&2
exit 1
