#!/bin/sh
# ci/bisect.sh in a small repository: of eight commits of a method the fifth breaks its order; the third cannot be read, and the study
# changes on the way.  Skipped where git is not installed.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
if ! command -v git >/dev/null; then
    echo "ok 1 - a commit that breaks a claim # skip: git is not installed"
    echo 1..1
    exit 0
fi
. tests/fixtures/check.sh
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
export ASSAY
bisect=$(pwd)/ci/bisect.sh
unset ASSAY_PATH ASSAY_STORE GITHUB_ACTIONS
mkdir "$temporary/library" && cd "$temporary/library" || exit 1
git init -q . && git config user.name somebody && git config user.email somebody@example.org
for commit in 1 2 3 4 5 6 7 8; do
    node=1/2 weight=1
    [ $commit -lt 5 ] || node=1/3
    [ $commit -ne 3 ] || weight=nothing
    printf 'return tableau { name = "mine", a = { { "0", "0" }, { "%s", "0" } }, b = { "0", "%s" }, claims = { order = 1 } } -- %s\n' \
        $node $weight $commit >mine.lua
    [ $commit -ge 2 ] && cat >assay.lua <<'end'
return study { title = "A library", methods = { "./mine.lua" }, precisions = { "double" },
  claims = { claim { method = "mine", order = 2, source = "manual", on = "henon-heiles" } } }
end
    git add . && git commit -q -m "commit $commit" && git tag v$commit
done
before=$(git rev-parse HEAD)
"$bisect" v1 >"$temporary/out" 2>"$temporary/err"
[ $? -eq 0 ] && grep -q '^first bad commit: [0-9a-f]* commit 5 (somebody, ' "$temporary/out" &&
    grep -q 'mine-order: expected holds, found refuted' "$temporary/out"
check "the commit that broke the order is named, with what the gate says" $?
[ "$(git rev-parse HEAD)" = "$before" ] && git diff --quiet HEAD && [ ! -f .git/BISECT_START ]
check "the repository is as it was" $?
"$bisect" --build 'grep -v "[-] 6" mine.lua' v4 >"$temporary/out" 2>"$temporary/err"
[ $? -eq 0 ] && grep -q 'commit 5 ' "$temporary/out"
check "a commit that cannot be built is skipped" $?
bad() { # SAYS ARGUMENT...
    says=$1
    shift
    "$bisect" "$@" >"$temporary/out" 2>"$temporary/err"
    [ $? -eq 2 ] && [ "$(wc -l <"$temporary/err")" -eq 1 ] && grep -qF -e "$says" "$temporary/err"
    check "refused: $says" $?
}
bad "there is no commit v9" v9
bad "there is no study other.lua" v1 other.lua
bad "it takes a commit"
echo >>mine.lua
bad "there are changes that are not committed" v1
echo "1..$number"
