#!/bin/sh
# The build: nothing is done twice, a header rebuilds what includes it, the installed program finds its data, missing packages
# are named.
set -u
: "${ASSAY:=./assay}" "${BUILD:=build/release}"
unset MAKEFLAGS MAKELEVEL MFLAGS ASSAY_PATH
. tests/fixtures/check.sh
make_() {
    make --no-print-directory BUILD="$BUILD" PROGRAM="${ASSAY#./}" "$@"
}

# In a build with other flags (sanitize) make would see other flags: the plain build alone is asked.
if [ "$BUILD" = build/release ]; then
    make_ -q all
    check "a second make does nothing" $?
    PKG_CONFIG_LIBDIR=/none PKG_CONFIG_PATH= make_ -n all >"$temporary/missing" 2>&1
    [ $? -eq 2 ] && [ "$(wc -l <"$temporary/missing")" -eq 1 ] && grep -q "assay needs mpfr .* sudo make deps" "$temporary/missing"
    check "a make without packages says in one line what is missing, and the command" $?
    make_ -n -W numerics/arithmetic/dual.h all >"$temporary/plan"
    grep -q 'dual/numerics/evaluator.o' "$temporary/plan" &&
        ! grep -qE 'CC (double|mpfr|neutral)/' "$temporary/plan" && ! grep -qE '/(double|mpfr|neutral)/[^ ]*\.o$' "$temporary/plan"
    check "the header of one arithmetic rebuilds its objects alone" $?
    make_ -n -W numerics/vector.h all >"$temporary/plan"
    grep -q 'dual/numerics/vector.o' "$temporary/plan" && grep -q 'double/numerics/vector.o' "$temporary/plan"
    check "control: a header of all arithmetics rebuilds all" $?
    make_ -s install DESTDIR="$temporary/installed" PREFIX=/usr/local >/dev/null 2>&1
    mkdir -p "$temporary/away"
    (cd "$temporary/away" && "$temporary/installed/usr/local/bin/assay" --version >/dev/null && [ -e "$temporary/installed/usr/local/share/assay/models/point-vortices.lua" ] &&
        [ -e "$temporary/installed/usr/local/share/assay/studies/kraus2017/claims.ledger" ] &&
        [ -e "$temporary/installed/usr/local/share/assay/studies/kraus2017/convergence.lua" ])
    check "make install puts program, models and studies under DESTDIR and PREFIX" $?
    ASSAY_PATH="$temporary/installed/usr/local/share/assay/models" "$temporary/installed/usr/local/bin/assay" integrate lotka-volterra --method gauss-1 --steps 1 \
        >/dev/null 2>&1
    check "the installed program reads models from ASSAY_PATH" $?
    manual=$temporary/installed/usr/local/share/doc/assay
    (cd "$manual" && for link in $(grep -oh '](\([a-z]*/\)*[-A-Za-z.]*)' README.md CHANGELOG.md CONTRIBUTING.md | tr -d ']()'); do
        [ -e "$link" ] || { echo "# $link is not installed"; exit 1; }
    done) && [ -e "$manual/LICENSE" ] && [ -e "$manual/examples/rk4.py" ] &&
        (cd "$temporary/installed/usr/local/share/assay" && [ -e studies/ci.baseline ] && [ -e studies/selftest.values ] && [ -e clients/python/assay_client.py ]) &&
        [ "$(find "$temporary/installed/usr/local/share" -type f \( -name assay.1 -o -path '*completions*' \) -size +1k | wc -l)" -eq 4 ]
    check "so it does the manual with all that it links to, baselines, clients, the manual page and completions" $?
    make_ -s uninstall DESTDIR="$temporary/installed" PREFIX=/usr/local >/dev/null 2>&1
    [ -z "$(find "$temporary/installed" -type f)" ]
    check "make uninstall leaves no file" $?
    git rev-parse HEAD >/dev/null 2>&1 && { archive=$(make_ -s dist) && tar -tzf "$archive" | grep -q '^assay-[0-9.]*/Makefile$' &&
        [ "$(tar -tzf "$archive" | grep -vc '/$')" -eq "$(git ls-tree -r --name-only HEAD | wc -l)" ]; }
    check "make dist puts all that is committed into an archive" $?
fi

mkdir "$temporary/bin"
printf '#!/bin/sh\nexit 1\n' >"$temporary/bin/pkg-config"
printf '#!/bin/sh\necho 1000\n' >"$temporary/bin/id"
printf '#!/bin/sh\ntouch "%s/apt-was-called"\n' "$temporary" >"$temporary/bin/apt-get"
chmod +x "$temporary/bin/"*
PATH="$temporary/bin:$PATH" tests/deps.sh >"$temporary/out" 2>"$temporary/err"
[ $? -eq 2 ] && grep -q 'sudo apt-get install.* libmpfr-dev' "$temporary/err" && [ "$(wc -l <"$temporary/err")" -eq 1 ] &&
    [ ! -e "$temporary/apt-was-called" ]
check "without root, missing packages are named and apt is not called" $?
printf '#!/bin/sh\nexit 0\n' >"$temporary/bin/pkg-config"
PATH="$temporary/bin:$PATH" tests/deps.sh >"$temporary/out" 2>&1
[ $? -eq 0 ] && [ ! -s "$temporary/out" ] && [ ! -e "$temporary/apt-was-called" ]
check "with all packages there, nothing is said and apt is not called" $?
echo "1..$number"
