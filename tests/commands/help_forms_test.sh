#!/bin/sh
# The manual page and the completion of words: they say what --help says, and shells understand them.
set -u
: "${ASSAY:=./assay}"
. tests/fixtures/check.sh
mkdir "$temporary/bin"
ln -s "$(cd "$(dirname "$ASSAY")" && pwd)/$(basename "$ASSAY")" "$temporary/bin/assay"
PATH=$temporary/bin:$PATH
for form in man bash zsh fish; do assay help $form >"$temporary/$form" || echo "not ok - help $form"; done

# Of each command each option, in the lines that are the command's.
commands=$(assay --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
for command in $commands; do
    options=$(assay "$command" --help | sed -n 's/^    \(-[a-z], \)\{0,1\}--\([-a-z]*\).*/\2/p')
    sed -n "/^\.SS assay $command/,/^\.S[SH]/p" "$temporary/man" | tr -d '\\' >"$temporary/part.man"
    grep "^  $command:-" "$temporary/bash" >"$temporary/part.bash"
    sed -n "/^  $command)/,/;;/p" "$temporary/zsh" >"$temporary/part.zsh"
    grep "__fish_seen_subcommand_from $command'" "$temporary/fish" >"$temporary/part.fish"
    for option in $options; do
        grep -q "fB--$option\(fR\| \)" "$temporary/part.man" && grep -q -- "--$option[ \"]" "$temporary/part.bash" &&
            grep -q -- "'--$option\[" "$temporary/part.zsh" && grep -q -- "-l $option " "$temporary/part.fish" ||
            echo "# $command --$option"
    done
    [ -n "$options" ] || echo "# $command has no options"
done >"$temporary/missing"
cat "$temporary/missing"
[ ! -s "$temporary/missing" ] && [ "$(echo "$commands" | wc -l)" -ge 16 ]
check "each option of each command is in every form" $?

assay integrate --help | grep -q -e '--precision double|BITS "double"' && [ "$(assay gate --help | awk 'length > 80' | wc -l)" -eq 0 ]
check "a long value is apart from its meaning, in lines of 80 columns" $?

completed() { # WORD...: what bash offers for the last one
    bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _assay; echo "${COMPREPLY[*]}"' "$temporary/bash" assay "$@"
}
[ "$(completed ga)" = gate ] && [ "$(completed help re)" = "reference report reproduce" ]
check "bash completes commands" $?
[ "$(completed gate --ju)" = --junit ] && [ "$(completed integrate kepler --method gauss-)" = "gauss-1 gauss-2 gauss-3 gauss-4 gauss-5 gauss-6" ]
check "options, and names of methods" $?
[ "$(completed integrate lotka-)" = "lotka-volterra lotka-volterra-singular" ] && [ "$(completed run ci-gr)" = ci-growth ]
check "names of models and of studies" $?
[ "$(completed gate --baseline studies/ci.b)" = studies/ci.baseline ] && [ -z "$(completed gate --nothing)" ]
check "files; control: nothing for an option that is none" $?
if command -v zsh >/dev/null 2>&1; then zsh -n "$temporary/zsh"; check "zsh reads its file" $?; fi
if command -v fish >/dev/null 2>&1; then
    [ "$(fish -c "source $temporary/fish; complete -C 'assay integrate lotka-volterra-s'" | head -n 1)" = lotka-volterra-singular ]
    check "fish completes names of models" $?
fi
if command -v groff >/dev/null 2>&1; then
    [ -z "$(groff -man -ww -z -Tutf8 "$temporary/man" 2>&1)" ] && groff -man -Tutf8 -P-cbou "$temporary/man" | grep -q '^ *--junit FILE'
    check "groff formats the manual page without a warning" $?
fi
echo "1..$number"
