#!/bin/sh
# The pages of `make site`: each page of the manual, the claims of a report on the front page; what leads nowhere, or would be
# requested from elsewhere, is an error.  Skipped if cmark-gfm is not installed.  Output: TAP.
#
# Run from the root of the repository.
set -u
. tests/fixtures/check.sh
if ! command -v cmark-gfm >/dev/null; then
    echo "ok 1 - pages of the manual # skip: cmark-gfm is not installed"
    echo "1..1"
    exit 0
fi
reports=$temporary/reports site=$temporary/site
mkdir -p "$reports/two/data" "$reports/none"
echo '<!DOCTYPE html><html><body><h2 id="here">Two</h2><a href="#here">x</a></body></html>' >"$reports/two/index.html"
echo '{"claims": [{"id": "a", "verdict": "holds"}, {"id": "b", "verdict": "refuted"}, {"id": "c", "verdict": "holds"}]}' >"$reports/two/data/report.json"
packaging/site.sh "$site" "$reports" >"$temporary/out" 2>"$temporary/err"
check "the pages are made, and their links lead somewhere" $?
grep -q '1 refuted</span>, <span class="holds">2 holds' "$site/index.html" && grep -q 'href="reports/two/index.html"' "$site/index.html" &&
    ! grep -q none "$site/index.html"
check "the front page has the claims of each report" $?
missing=0
for page in README.md docs/*.md; do [ -s "$site/${page%.md}.html" ] || missing=1; done
[ $missing -eq 0 ] && grep -q '<table>' "$site/docs/running.html" && grep -q 'href="running.html#gates"' "$site/docs/for-ci.html"
check "each page of the manual, with its tables, and links to the headings of others" $?
fault() { # SAYS HTML
    echo "$2" >"$reports/two/index.html"
    packaging/site.sh "$temporary/bad" "$reports" >"$temporary/out" 2>"$temporary/err"
    [ $? -eq 1 ] && [ ! -e "$temporary/bad" ] && grep -qF "site: reports/two/index.html: $1" "$temporary/err"
    check "refused: $1" $?
}
fault "nowhere.html is not there" '<a href="nowhere.html">x</a>'
fault "../../docs/json.html#nothing has no such heading" '<a href="../../docs/json.html#nothing">x</a>'
fault "requests https://example.org/x.js" '<script src="https://example.org/x.js"></script>'
echo "1..$number"
