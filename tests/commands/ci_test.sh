#!/bin/sh
# ci/: the steps of the action for GitHub and of the job for GitLab, run in a clean clone of this repository beside a project
# with a study that is as expected and one that is not.  The packages are not installed here and the program is not built
# again: `make -n install` says what the clone would do.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
export ASSAY
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
unset ASSAY_PATH ASSAY_STORE GITHUB_ACTIONS GITHUB_STEP_SUMMARY
number=0

check() { # NAME STATUS
    number=$((number + 1))
    if [ "$2" -eq 0 ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        sed 's/^/# /' out | tail -20
    fi
}

git clone -q "$root" "$work/assay" 2>/dev/null || cp -r "$root/ci" "$root/Makefile" "$work/"
clone=$work/assay
[ -d "$clone" ] || clone=$work
mkdir "$work/project"
cd "$work/project" || exit 1
cat >good.lua <<'END'
return study {
  title       = "A Runge-Kutta method",
  models      = { "kepler" },
  methods     = { "rk4" },
  projections = { "none" },
  steps       = halving("0.02", 5),
  untiltime   = "1",
  precisions  = { 64 },
  measures    = { "solution_error" },
  witness     = { kepler = "rounder" },
  claims      = { { id = "order", methods = "*", projection = "none", measure = "solution_error", order = at_least "4", source = "me" } },
}
END
sed 's/at_least "4"/at_least "5"/' good.lua >bad.lua

# The words of a step: after "- run:" of the action, after "- " of a list of GitLab.
step_of() { # FILE WORD
    sed -n "s/^ *- \(run: \)\?'\?\(.*$2.*\)/\2/p" "$clone/ci/$1" | sed "s/'\$//"
}

GITHUB_ACTION_PATH=$clone/ci
export GITHUB_ACTION_PATH
step=$(step_of action.yml gate.sh)
ASSAY_STUDIES=good.lua sh -c "$step" >out 2>&1
check "GitHub: a study that is as expected" $?
ASSAY_STUDIES=bad.lua GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$work/summary sh -c "$step" >out 2>&1
[ $? -eq 1 ] && grep -q '^::error file=bad.lua,title=order%3A expected holds%2C found refuted::' out &&
    grep -q 'Different' "$work/summary" && grep -q '<failure' assay.xml
check "GitHub: one that is not: status 1, annotations, the summary, JUnit" $?

step=$(step_of gitlab.yml gate.sh | sed "s#/tmp/assay#$clone#")
ASSAY_STUDIES='good.lua bad.lua' sh -c "$step" >out 2>&1
[ $? -eq 1 ] && ! grep -q '^::' out && [ "$(grep -c '<testsuite ' assay.xml)" -eq 4 ] &&
    grep -q ' time="[0-9.]*" timestamp="20[0-9T:-]*">' assay.xml && grep -q 'file="bad.lua"' assay.xml
check "GitLab: both in one gate, with times and files, without annotations" $?
ASSAY_STUDIES=nothing.lua sh -c "$step" >out 2>&1
[ $? -eq 2 ]
check "a study that is not there: status 2" $?

sh -n "$clone/ci/install.sh" && (cd "$clone" && make -n install PREFIX=/usr/local >"$work/project/out" 2>&1) &&
    step_of action.yml install.sh | grep -q GITHUB_ACTION_PATH && step_of gitlab.yml install.sh | grep -q ci/install.sh
check "both install what the clone has" $?
echo "1..$number"
