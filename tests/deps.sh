#!/bin/sh
# Installs what is missing, and calls apt only then.  Without root it prints the command to run and stops.
# Arguments: programs needed besides, each the name of its Debian package.
set -u
packages=

need_library() { # pkg-config name, Debian package
    pkg-config --exists "$1" 2>/dev/null || packages="$packages $2"
}
need_program() { # program, Debian package
    command -v "$1" >/dev/null 2>&1 || packages="$packages $2"
}

need_program gcc gcc
need_program ar binutils
need_program pkg-config pkg-config
need_library mpfr libmpfr-dev
need_library gmp libgmp-dev
need_library lua5.4 liblua5.4-dev
need_library jansson libjansson-dev
need_library sqlite3 libsqlite3-dev
need_library zlib zlib1g-dev
need_library libmd libmd-dev
need_library fftw3 libfftw3-dev
need_library lapacke liblapacke-dev
need_library cmocka libcmocka-dev
# FLINT has no file for pkg-config; version 3 has Arb inside, before that it is a package of its own.
[ -e /usr/include/flint/flint.h ] || packages="$packages libflint-dev"
[ -e /usr/include/flint/arb.h ] || [ -e /usr/include/arb.h ] || packages="$packages libflint-arb-dev"
need_program gnuplot gnuplot-nox
need_program gp pari-gp
need_program xmllint libxml2-utils
need_program python3 python3-minimal
python3 -c 'import jsonschema' 2>/dev/null || packages="$packages python3-jsonschema"
for program; do
    need_program "$program" "$program"
done
[ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || packages="$packages fonts-dejavu-core"

[ -n "$packages" ] || exit 0
if [ "$(id -u)" -ne 0 ]; then
    echo "assay: these packages are missing; install them with: sudo apt-get install$packages" >&2
    exit 2
fi
echo "assay: installing$packages"
apt-get update -qq >/dev/null || { echo "assay: apt-get update failed" >&2; exit 2; }
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null ||
    { echo "assay: could not install$packages" >&2; exit 2; }
