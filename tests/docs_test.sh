#!/bin/sh
# docs/life-of-a-cell.md names files and what stands in them.  All of it has to exist: every `folder/file.c` is a file
# of the tree, and every other `name` of a paragraph is a word of one of the files that the paragraph names.  A page of
# the manual that another one links to has to exist, and the README leads to all of them.
# A command that a page shows has the options that it is given, and the files of this tree that it names.
# Output: TAP.
#
# Environment: ASSAY, the program (default ./assay).  Run from anywhere.
set -u
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# "NAME: ..." for whatever a page names that is not there.
find_missing() { # PAGE
    awk -v RS= '{ gsub(/\n/, " "); print }' "$1" | while read -r paragraph; do
        files=
        echo "$paragraph" | grep -o '`[^`]*`' | tr -d '`' >"$work/names"
        while read -r name; do
            case $name in */*.*) [ -f "$name" ] && files="$files $name" || echo "$name: there is no such file" ;; esac
        done <"$work/names"
        while read -r name; do
            case $name in
            */*.*) ;;
            *)
                word=${name#struct }
                word=${word#enum }
                # shellcheck disable=SC2086
                [ -n "$files" ] && grep -qw -- "$word" $files || echo "$name: not in$files"
                ;;
            esac
        done <"$work/names"
    done
}

printf '%s\n' 'The type `struct grid` of `harness/plan/grid.h`, and `struct nobody`.' '' 'See `harness/plan/nowhere.h`.' \
    >"$work/page.md"
found=$(find_missing "$work/page.md")
if [ "$found" = "struct nobody: not in harness/plan/grid.h
harness/plan/nowhere.h: there is no such file" ]; then
    echo "ok 1 - control: a name and a file that do not exist"
else
    echo "not ok 1 - control: a name and a file that do not exist"
    echo "$found" | sed 's/^/# found: /'
fi

missing=$(find_missing docs/life-of-a-cell.md)
if [ -z "$missing" ]; then
    echo "ok 2 - all that docs/life-of-a-cell.md names exists"
else
    echo "not ok 2 - all that docs/life-of-a-cell.md names exists"
    echo "$missing" | sed 's/^/# /'
fi

# Forms: the page has a heading for each, and the house has five.
forms=$(grep -c '^## [1-9]\. ' docs/life-of-a-cell.md)
if [ "$forms" -le 5 ] && [ "$forms" -ge 1 ]; then
    echo "ok 3 - a value passes $forms forms, at most five"
else
    echo "not ok 3 - a value passes $forms forms, at most five"
fi
# What a page calls its headings in links: "## What -v prints" is what--v-prints.
find_headings() { # PAGE
    sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | sed 's/[^[:alnum:]_-]//g'
}

# "PAGE: TARGET" for each link to a file that is not there, seen from the folder of the page, or to a heading that it lacks.
find_broken_links() { # PAGE...
    for page in "$@"; do
        grep -o '](\([^)]*\))' "$page" | sed 's/^](//; s/)$//' | while read -r target; do
            file=${target%%#*}
            file=${file:+$(dirname "$page")/$file}
            file=${file:-$page}
            [ -e "$file" ] || echo "$page: $target"
            case $target in
            http*) ;;
            *.md#* | '#'*) find_headings "$file" | grep -qx -- "${target#*#}" || echo "$page: $target" ;;
            esac
        done
    done
}

printf '%s\n' '# What -v prints' 'See [here](page.md), [there](nowhere.md), [above](#what--v-prints), [not](#nothing).' >"$work/links.md"
broken=$(find_broken_links "$work/links.md" | sed "s#^$work/##")
if [ "$broken" = "links.md: nowhere.md
links.md: #nothing" ]; then
    echo "ok 4 - control: a link to a page or a heading that does not exist"
else
    echo "not ok 4 - control: a link to a page or a heading that does not exist: $broken"
fi

broken=$(find_broken_links README.md docs/*.md)
for page in docs/*.md; do grep -q "]($page)" README.md || broken="$broken README.md: no link to $page"; done
if [ -z "$broken" ]; then
    echo "ok 5 - pages of the manual link to pages that exist, and README.md to all of them"
else
    echo "not ok 5 - pages of the manual link to pages that exist, and README.md to all of them"
    echo "$broken" | sed 's/^/# /'
fi

# A verdict that a person may meet is a row of the page that says how to read verdicts.
verdicts=$(sed -n '/\[TERM_VERDICT\]/,/}/p' harness/study/term.c | grep -o '"[^"]*"' | tr -d '"')
unread=$(echo "$verdicts" | while read -r word; do
    grep -q "^| \*$word\* |" docs/reading-a-verdict.md || echo "$word"
done)
if [ "$(echo "$verdicts" | wc -l)" -ge 10 ] && [ -z "$unread" ]; then
    echo "ok 6 - docs/reading-a-verdict.md has every verdict"
else
    echo "not ok 6 - docs/reading-a-verdict.md has every verdict"
    echo "$unread" | sed 's/^/# /'
fi

# "PAGE: WORD in COMMAND" for each option that a command lacks and each file below examples/ or studies/ that is not there.
find_wrong_words() { # PAGE...
    for page in "$@"; do
        grep -oE '^(    |\$ )(\./)?assay [a-z]+ .*|`(\./)?assay [a-z]+ [^`]*`' "$page" | tr -d '`' | sed 's/ # .*//; s/^[ $]*//' |
            while read -r _ command words; do
                [ -f "$work/$command.help" ] || "${ASSAY:-./assay}" "$command" --help >"$work/$command.help" 2>&1
                for word in $(echo "$words" | grep -oE -- '(^| )--[a-z-]+|(examples|studies)/[a-z0-9/_-]*\.[a-z]+'); do
                    case $word in
                    --help) ;;
                    --*) grep -q -- "$word\( \|\$\)" "$work/$command.help" || echo "$page: $word in $command" ;;
                    *) [ -e "$word" ] || echo "$page: $word in $command" ;;
                    esac
                done
            done
    done
}

printf '%s\n' '    ./assay gate studies/ci.lua --junit out.xml --step 3' 'Or `assay run studies/nothing.lua --jobs 2`.' >"$work/commands.md"
wrong=$(find_wrong_words "$work/commands.md" | sed "s#^$work/##")
if [ "$wrong" = "commands.md: --step in gate
commands.md: studies/nothing.lua in run" ]; then
    echo "ok 7 - control: an option and a file that do not exist"
else
    echo "not ok 7 - control: an option and a file that do not exist"
    echo "$wrong" | sed 's/^/# found: /'
fi

wrong=$(find_wrong_words README.md docs/*.md)
if [ -z "$wrong" ]; then
    echo "ok 8 - commands that are shown have their options and files"
else
    echo "not ok 8 - commands that are shown have their options and files"
    echo "$wrong" | sed 's/^/# /'
fi
echo 1..8
