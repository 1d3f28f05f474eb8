#!/bin/sh
# Whether the LaTeX tables of a report compile: every FOLDER/*.tex alone in a document that loads nothing but booktabs.
# Output: TAP.  The control is a table with a bare underscore, which must not compile.  Exit status 1 if one fails.
#
#     tests/latex.sh out/STUDY/tables
#
# Needs pdflatex with booktabs (Debian: texlive-latex-recommended).  Not part of make test, for the size of that.
set -u
if [ $# -ne 1 ] || [ ! -d "$1" ]; then
    echo "usage: tests/latex.sh FOLDER, the folder tables of a report" >&2
    exit 2
fi
if ! command -v pdflatex >/dev/null; then
    echo "tests/latex.sh: pdflatex was not found; install texlive-latex-recommended" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
count=0
failed=0

compiles() { # FILE; the errors are left in $work/errors
    cp "$1" "$work/table.tex"
    cat >"$work/document.tex" <<'END'
\documentclass[a4paper,landscape]{article}
\usepackage{booktabs}
\begin{document}
\noindent\tiny
\input{table}
\end{document}
END
    rm -f "$work/document.pdf"
    (cd "$work" && pdflatex -no-shell-escape -halt-on-error -interaction=nonstopmode document.tex) >"$work/output" 2>&1
    status=$?
    grep -A 4 '^!' "$work/output" >"$work/errors"
    [ $status -eq 0 ] && [ -s "$work/document.pdf" ]
}

for table in "$1"/*.tex; do
    [ -f "$table" ] || continue
    count=$((count + 1))
    if compiles "$table"; then
        echo "ok $count - $table compiles"
    else
        failed=1
        echo "not ok $count - $table does not compile"
        sed 's/^/# /' "$work/errors"
    fi
done
if [ $count -eq 0 ]; then
    echo "tests/latex.sh: $1 holds no .tex file" >&2
    exit 2
fi

count=$((count + 1))
printf '\\begin{tabular}{l}\n\\toprule\na_b \\\\\n\\bottomrule\n\\end{tabular}\n' >"$work/control.tex"
if compiles "$work/control.tex"; then
    failed=1
    echo "not ok $count - control: a bare underscore compiles"
else
    echo "ok $count - control: a bare underscore does not compile"
fi
echo "1..$count"
exit $failed
