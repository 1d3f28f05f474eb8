#!/bin/sh
# Mutates each function of C that changed since a revision once, and lists the mutants that no test sees.
#
#     tests/bench/mutants.sh REVISION TEST... [-- FILE...]     TEST: a test program, test_published; FILE: these files alone
#
# The tree is copied, and every mutant is one changed line in the copy: a comparison is turned round, a sign changed, an index
# moved by one, a condition negated, or a statement dropped; the first that a line of the function admits.  Which line is
# drawn from the name of the function: a second call makes the same mutants.  A mutant that does not build counts as seen.
# The last line is N mutants, M survivors.
set -u
cd "$(dirname "$0")/../.." || exit 1
[ $# -ge 2 ] || { echo "usage: tests/bench/mutants.sh REVISION TEST... [-- FILE...]" >&2; exit 2; }
copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM
git ls-files -z | xargs -0 cp --parents -t "$copy" || exit 1
exec python3 - "$copy" "$@" <<'PYTHON'
import re, subprocess, sys, zlib

copy, revision, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
tests, files = (rest[:rest.index("--")], rest[rest.index("--") + 1:]) if "--" in rest else (rest, [])
programs = ["build/release/tests/" + test for test in tests]
changes = [(r" < ", " >= "), (r" > ", " <= "), (r" <= ", " > "), (r" >= ", " < "), (r" == ", " != "), (r" != ", " == "),
           (r" && ", " || "), (r" \+ ", " - "), (r" - ", " + "), (r"\[(\w+)\]", r"[\1 + 1]"), (r"\bif \(", "if (!!!("),
           (r"^( +)(?!return|break|continue|const|struct|static|enum|else)[\w\[\]>.*-]+(\(.*\)| [-+*|]?= .*);$", r"\1;")]


def run(*command):
    try:
        return subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=600).returncode
    except subprocess.TimeoutExpired:
        return 1


def passes():
    return run("make", "-s", *programs) == 0 and all(run(program) == 0 for program in programs)


def changed_lines(path):
    diff = subprocess.run(["git", "diff", "-U0", revision, "--", path], capture_output=True, text=True).stdout
    for start, count in re.findall(r"^@@ .* \+(\d+)(?:,(\d+))? @@", diff, re.M):
        yield from range(int(start), int(start) + int(count or 1))


def functions(lines):
    """First and last line of each body, from 1 on, and the line that opens it."""
    opened = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            opened = number
        elif line == "}" and opened:
            yield opened, number
            opened = None


def mutant(lines, first, last):
    numbers = list(range(first, last - 1))
    start = zlib.crc32("".join(lines[first - 3:first]).encode()) % max(1, len(numbers))
    for number in numbers[start:] + numbers[:start]:
        line = lines[number]
        if line.lstrip().startswith(("/*", "*", "//")) or '"' in line:
            continue
        for old, new in changes:
            changed = re.sub(old, new, line, count=1)
            if "!!!(" in changed:
                changed = re.sub(r"!!!\((.*)\)( \{)?$", r"!(\1))\2", changed) if line.endswith((")", ") {")) else line
            if changed != line:
                return number, changed
    return None


if not passes():
    sys.exit("not ok - control: the tests fail without any mutant")
made = survivors = 0
names = subprocess.run(["git", "diff", "--name-only", revision, "--", "*.c"], capture_output=True, text=True).stdout.split()
for path in names:
    if path.startswith("tests/") or (files and path not in files):
        continue
    try:
        text = open(f"{copy}/{path}").read()
    except FileNotFoundError:
        continue
    lines, touched = text.split("\n"), set(changed_lines(path))
    for first, last in functions(lines):
        found = mutant(lines, first, last) if touched & set(range(first - 1, last + 1)) else None
        if not found:
            continue
        number, changed = found
        with open(f"{copy}/{path}", "w") as file:
            file.write("\n".join(lines[:number] + [changed] + lines[number + 1:]))
        made += 1
        if passes():
            survivors += 1
            print(f"survives {path}:{number + 1}:\n-{lines[number]}\n+{changed}", flush=True)
        with open(f"{copy}/{path}", "w") as file:
            file.write(text)
print(f"{made} mutants, {survivors} survivors")
PYTHON
