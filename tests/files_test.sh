#!/bin/sh
# What the program writes to: files and folders that it is told to write replace nothing of another kind, and outputs
# that cannot be written are an error.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).
set -u
LC_ALL=C
export LC_ALL
unset ASSAY_STORE ASSAY_PATH
assay=${ASSAY:-./assay}
assay=$(cd "$(dirname "$assay")" && pwd)/$(basename "$assay")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
count=0

conclude() { # FAULT NAME
    count=$((count + 1))
    if [ -z "$1" ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        echo "# $1"
        head -n 3 err | cut -c 1-300 | sed 's/^/# error: /'
    fi
}

# The program ends so, with one line on standard error that says PATTERN, and no file of the folder is another.
refused() { # STATUS PATTERN NAME ARGUMENT...
    expected=$1 pattern=$2 name=$3
    shift 3
    find . -type f ! -name 'assay.sqlite' ! -name err ! -name sums | sort | xargs cksum >sums
    "$assay" "$@" >/dev/null 2>err
    status=$?
    fault=
    [ $status -eq "$expected" ] || fault="exit status $status, not $expected"
    [ "$(wc -l <err)" -eq 1 ] || fault="not one line"
    grep -qF -e "$pattern" err || fault="the line does not say '$pattern'"
    [ "$(find . -type f ! -name 'assay.sqlite' ! -name err ! -name sums | sort | xargs cksum)" = "$(cat sums)" ] ||
        fault="a file was changed"
    conclude "$fault" "$name"
}

cat >study.lua <<'END'
return study { title = "Small", models = { "lotka-volterra" }, methods = { "gauss-1" }, projections = { "none" },
  steps = halving("0.1", 4), untiltime = "1", precisions = { "double" }, measures = { "energy_error" },
  claims = { { id = "c", source = "s", method = "gauss-1", projection = "none",
    measure = "energy_error", order = at_least "1" } } }
END
echo "id,order" >table.csv
"$assay" gate ./study.lua --allow inconclusive --junit right.xml --summary right.md >/dev/null 2>err
sed 's,<testsuite ,<testsuite stale="" ,' right.xml >again.xml
cp right.md again.md

for option in --junit --summary; do
    refused 2 "study.lua is not a file that $option writes" "$option names the study" gate ./study.lua $option study.lua
    refused 2 "assay.sqlite is not a file that $option writes" "$option names the store" gate ./study.lua $option assay.sqlite
    refused 2 "table.csv is not a file that $option writes" "$option names another file" gate ./study.lua $option table.csv
    refused 2 "is a folder" "$option names a folder" gate ./study.lua $option .
done
refused 2 "of its own" "--junit and --summary name the same file" gate ./study.lua --junit new --summary ./new
refused 2 "right.md is not a file that --junit writes" "--junit names a summary" gate ./study.lua --junit right.md
refused 2 "cannot" "a study that cannot be read leaves the files" gate ./missing.lua --junit right.xml --summary right.md
"$assay" gate ./study.lua --allow inconclusive --junit again.xml --summary again.md >/dev/null 2>err
conclude "$(grep stale again.xml)$(grep -q '</testsuites>' again.xml || echo empty)" "a file of the same kind is replaced"
conclude "$(ls | grep new-)" "nothing is left beside"
"$assay" gate ./study.lua --allow inconclusive --junit /dev/stdout 2>err | grep -q '<testsuites' || echo missing >fault
conclude "$(cat fault 2>/dev/null)" "a device is written as it is"

# ---- folders -------------------------------------------------------------------------------------------------------
mkdir site
echo '<!DOCTYPE html><title>Mine</title>' >site/index.html
refused 2 "root folder" "--out / is refused" run ./study.lua --out /
refused 2 "has an index.html of something else" "a page of something else stays" run ./study.lua --out site

# ---- outputs that cannot be written --------------------------------------------------------------------------------
unwritten() { # NAME, STATUS, PATTERN; what was run left these
    fault=
    [ "$2" -eq 3 ] || fault="exit status $2, not 3"
    grep -qF -e "$3" err || fault="no line says '$3'"
    conclude "$fault" "$1"
}
"$assay" gate ./study.lua --allow inconclusive --junit /dev/full >/dev/null 2>err
unwritten "the file of a gate into a full disk" $? "No space left"
for arguments in --help --version 'run --help' 'list models' 'show gauss-2'; do
    # shellcheck disable=SC2086
    "$assay" $arguments >/dev/full 2>err
    unwritten "$arguments into a full disk" $? "could not be written (No space left"
    # shellcheck disable=SC2086
    "$assay" $arguments >&- 2>err
    unwritten "$arguments with a closed output" $? "could not be written"
done
"$assay" report ./study.lua --out out >first 2>err
cp -r out kept
(ulimit -f 1; exec "$assay" report ./study.lua --out out) >/dev/null 2>err # blocks of 512 bytes
unwritten "a report that does not fit" $? "File too large"
conclude "$(diff -r out kept 2>&1)" "the report that was there stays as it was"
"$assay" run ./study.lua --out out >&- 2>&-
[ $? -eq 3 ] || echo "status" >fault
conclude "$(cat fault 2>/dev/null)$("$assay" report ./study.lua --out out 2>&1 >/dev/null)" "no file takes the place of a closed output"

# ---- limits --------------------------------------------------------------------------------------------------------
for limit in 20 40; do
    (ulimit -n $limit; exec timeout 60 "$assay" run ./study.lua --fresh --jobs 100 --out limited) >/dev/null 2>err
    conclude "$([ $? -eq 0 ] || echo "not done")" "more workers are asked for than $limit descriptors allow"
done

# ---- messages ------------------------------------------------------------------------------------------------------
escape=$(printf '\033')
for name in "a${escape}[31m" "$(printf 'a\302\233b')" "$(printf 'a\177b')"; do
    "$assay" run "$name.lua" >/dev/null 2>err
    "$assay" "$name" >/dev/null 2>>err
    "$assay" integrate kepler --method "$name" >/dev/null 2>>err
    conclude "$(grep -a "$(printf '[\001-\010\013-\037\177]\|\302\233')" err)$([ "$(wc -l <err)" -eq 3 ] || echo lines)" \
        "control characters are escaped in messages"
done
echo "1..$count"
