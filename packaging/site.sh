#!/bin/sh
# Makes static pages: the manual, and beside it the reports that there are.  Usage: packaging/site.sh FOLDER [REPORTS]
#
# REPORTS (default out) is a folder of reports, as `assay run` and `assay reproduce` write them: of suite, of papers, and
# field, the audit of libraries.  The front page shows their claims in one screen.  Nothing is requested from elsewhere, and
# every link leads to a page, and to a heading that it has; else the exit status is 1.  Needs cmark-gfm.  Run from the root of the
# repository.
set -eu
folder=$1 reports=${2:-out}
command -v cmark-gfm >/dev/null || { echo "site.sh: cmark-gfm is missing; install it: apt-get install cmark-gfm" >&2; exit 2; }
rm -rf "$folder.new"
mkdir -p "$folder.new/docs" "$folder.new/reports"
python3 packaging/site.py "$folder.new" "$reports"
rm -rf "$folder"
mv "$folder.new" "$folder"
echo "$folder/index.html"
