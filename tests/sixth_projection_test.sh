#!/bin/sh
# A row of projection_table and nothing else: a copy of the symmetric projection under another name shows up in lists,
# tables, figures, on the page, in runs and in the gate.  Output: TAP.
#
# Environment: BUILD, the folder of the objects (default build/release).  Run from the root of the repository.
set -u
: "${BUILD:=build/release}"
. tests/fixtures/check.sh
has() { # FILE STRING
    grep -qF -e "$2" "$1"
}

# The row is put before the one that ends the table.
table=integrators/methods/projection.c
awk '
    /^    \{$/ { row = ""; inside = 1 }
    inside { row = row $0 "\n" }
    /^    \},$/ { inside = 0; if (row ~ /"symmetric",/) copy = row }
    /\{\.name = NULL\}/ { sub(/"symmetric"/, "\"seventh-line\"", copy); printf "%s", copy }
    { print }' "$table" >"$temporary/projection.c"
[ "$(grep -c '\.name = "' "$temporary/projection.c")" -eq $(($(grep -c '\.name = "' "$table") + 1)) ]
check "the table has one more row" $?

packages=$(sed -n "s/^packages := //p" Makefile)
libraries=$(make -s --no-print-directory --eval 'print-libraries: ; @echo $(LIBS)' print-libraries 2>/dev/null)
# An object before the library takes the place of the one in it.
${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L ${OPT:--O1} ${EXTRA:-} -I. -I"$BUILD" $(pkg-config --cflags $packages) \
    "$BUILD/neutral/harness/commands/main.o" "$temporary/projection.c" "$BUILD/libassay.a" $libraries \
    -o "$temporary/assay"
check "the program is linked with it" $?

cat >"$temporary/six.lua" <<'END'
local function claim(id, projection)
  return { id = id, text = "the order of the tableau", methods = { "gauss-2" }, projection = projection,
           measure = "energy_error", order = at_least("4"), source = "the symmetric projection" }
end
return study {
  title       = "Six projections",
  source      = "",
  models      = { "point-vortices" },
  methods     = { "gauss-1", "gauss-2" },
  projections = "all",
  steps       = halving("0.1", 6),
  untiltime   = "1",
  precisions  = { 128 },
  measures    = { "energy_error" },
  claims      = { claim("S", "seventh-line"), claim("T", "symmetric") },
  tables      = { { name = "orders", title = "Orders", source = "", model = "point-vortices", measure = "energy_error", precision = 128 } },
  figures     = { { name = "errors", title = "Errors", source = "", model = "point-vortices", measures = { "energy_error" }, precision = 128 } },
}
END
ASSAY=$temporary/assay
ln -s "$(pwd)/models" "$(pwd)/reports" "$temporary"
ASSAY_STORE=$temporary/store.sqlite
export ASSAY_STORE
unset ASSAY_PATH
cd "$temporary" || exit 1

"$ASSAY" list projections >list.txt && has list.txt seventh-line
check "assay list projections names it" $?
"$ASSAY" show seventh-line >show.txt && has show.txt "seventh-line: a projection"
check "assay show explains it" $?
"$ASSAY" integrate point-vortices --method gauss-1 --projection symmetric --step 0.1 --steps 5 | grep -v '^#' >symmetric.txt
"$ASSAY" integrate point-vortices --method gauss-1 --projection seventh-line --step 0.1 --steps 5 | grep -v '^#' | cmp -s - symmetric.txt && [ -s symmetric.txt ]
check "assay integrate runs it, with the bits of the symmetric one" $?
"$ASSAY" integrate point-vortices --method gauss-1 --projection nowhere --step 0.1 --steps 5 2>&1 | grep -q 'symplectic, midpoint, seventh-line'
check "assay integrate offers it" $?
sed 's/projections = "all"/projections = { "nowhere" }/' six.lua >nowhere.lua
"$ASSAY" run ./nowhere.lua 2>&1 | grep -q 'symplectic, midpoint, seventh-line'
check "a study is offered it" $?

"$ASSAY" run ./six.lua -v --out out >run.txt 2>&1
check "a study of all projections runs" $?
grep '^method *none' out/tables/orders.txt | grep -q 'midpoint *seventh-line$'
check "it is the last column of the table" $?
grep -q '| seventh-line |$' out/tables/orders.md && has out/tables/orders.csv ',seventh-line,' && has out/tables/orders.tex '{seventh-line}'
check "in every format" $?
sed '/class="matrix"/,$!d' out/index.html | has /dev/stdin '<th scope="col">seventh-line</th>'
check "it is a column of the matrix on the page" $?
has out/index.html 'Panel (f), seventh-line projection'
check "it has a figure on the page" $?
has out/figures/errorsf.gp '(f) seventh-line projection' && has out/figures/errors.gp '(f) seventh-line projection' &&
    has out/figures/errors.gp errorsf.dat
check "it is a letter of the figure" $?
sed '1d; s/ symmetric / seventh-line /' out/figures/errorsc.dat >expected.dat
sed 1d out/figures/errorsf.dat | cmp -s - expected.dat && [ -s expected.dat ]
check "with the errors of the symmetric one" $?
"$ASSAY" gate ./six.lua --junit junit.xml >gate.txt 2>&1
check "the gate finds what is expected" $?
has junit.xml 'classname="assay.point-vortices.gauss-2.seventh-line"'
check "and names it" $?
"$ASSAY" explain ./six.lua 'seventh-line' >explain.txt 2>&1 && has explain.txt '/seventh-line/'
check "assay explain knows it" $?
echo "1..$number"
