#!/bin/sh
# docs/tutorial.md and docs/ten-tasks.md: their commands are run in their order, and print what the page shows.  A line "..."
# of the page stands for any lines, "..." at the end of a line for its rest; seconds may differ.  A command whose program is
# not installed is skipped.  Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from the root of the repository.
set -u
: "${ASSAY:=./assay}"
ASSAY=$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")
root=$(pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
trap 'exit 1' HUP INT TERM
ASSAY_STORE=$temporary/store.sqlite
export ASSAY_STORE
unset ASSAY_PATH
cd "$temporary" || exit 1
ln -s "$ASSAY" assay
cat >tutorial.py <<'END'
import re
import shutil
import subprocess
import sys


def plain(line):
    return re.sub(r"\b[0-9.]+ s\b", "N s", " ".join(line.split()))


def matches(shown, printed):
    """Whether the lines that are printed are those shown."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    if not printed:
        return False
    fits = printed[0].startswith(shown[0][:-3].rstrip()) if shown[0].endswith("...") else printed[0] == shown[0]
    return fits and matches(shown[1:], printed[1:])


number = int(sys.argv[2])
for text, language, block in re.findall(r"(.*?)^```(\w*)\n(.*?)^```$", open(sys.argv[1]).read(), re.M | re.S):
    save = re.search(r"[Ss]ave this as\s+`([^`]*)`", text)
    if language and save:
        open(save.group(1), "w").write(block)
    for call in re.findall(r"^\$ (.*\n(?:(?!\$ ).*\n)*)", block, re.M):
        command, *shown = call.rstrip("\n").split("\n")
        if not shutil.which(command.split()[0]):
            number += 1
            print(f"ok {number} - {command} # SKIP it is not installed")
            continue
        status = re.search("# exit status ([0-9])", command)
        run = subprocess.run(command, shell=True, capture_output=True, text=True)
        printed = run.stdout.rstrip("\n").split("\n") if run.stdout else []
        good = run.returncode == int(status.group(1) if status else 0) and \
            matches([plain(line) for line in shown], [plain(line) for line in printed])
        number += 1
        print(f"{'ok' if good else 'not ok'} {number} - {command}")
        if not good:
            print("".join(f"# {line}\n" for line in [f"exit status {run.returncode}", *printed, *run.stderr.split("\n")[-3:]]))
print(f"# {number}")
END
# A command that prints something else than is shown is seen.
cat >control.md <<'END'
```
$ printf 'a\nb\nc\n'
a
...
$ printf 'a\nb\n'
...
c
```
```
$ false
```
END
if [ "$(python3 tutorial.py control.md 0 | sed -n 's/ - .*//p' | tr '\n' ' ')" = "ok 1 not ok 2 not ok 3 " ]; then
    echo "ok 0 - control: other lines and another exit status are seen"
else
    echo "not ok 0 - control: other lines and another exit status are seen"
fi
python3 tutorial.py "$root/docs/tutorial.md" 0 >tutorial.out
cat tutorial.out
cp "$root/clients/python/assay_client.py" .
python3 tutorial.py "$root/docs/ten-tasks.md" "$(sed -n 's/^# //p' tutorial.out | tail -1)" 2>&1 | tee tasks.out
count=$(sed -n 's/^# //p' tasks.out | tail -1)
# With the files of the tasks: a store that lacks runs is named; what they leave empty causes no message of its own.
sed -i 's/"0.02", 6/"0.02", 7/' version.lua
said=$(./assay plot version.lua --store new.sqlite --x cost --y solution_error --by method 2>&1 >plot.gp)
status=$?
case "$status $said" in
"3 assay: the store does not have all cells; 'assay run version.lua --store new.sqlite' computes them") outcome=ok ;;
*) outcome="not ok" ;;
esac
echo "$outcome $((count + 1)) - a plot of a store that lacks runs"
[ "$outcome" = ok ] || echo "# exit status $status: $said"
echo "1..$((count + 1))"
