#!/bin/sh
# Makes a Debian package of what `make install` put under a folder: the packages of the libraries that the program is
# linked with are found, not listed.  Prints the path of the package.
# Usage: packaging/deb.sh VERSION ROOT, ROOT/usr is installed; the package is written beside ROOT.  Run from the root of the
# repository.
set -eu
version=$1 root=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
architecture=$(dpkg --print-architecture)
documents=$root/usr/share/doc/assay

mkdir "$work/debian"
printf 'Source: assay\n\nPackage: assay\nArchitecture: any\nDescription: assay\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$root/usr/bin/assay" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
{
    cat <<'END'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: assay
Comment: FFTW, which the program is linked with, is under the GNU General Public License, version 2 or later: the program as
 a whole may be distributed under that licence. The sources of assay are under the licence below.

Files: *
Copyright: 2026 the assay authors
License: Expat
END
    sed -n '5,$p' LICENSE | sed 's/^$/./; s/^/ /'
} >"$documents/copyright"
gzip -9n <CHANGELOG.md >"$documents/changelog.gz"
gzip -9n "$root/usr/share/man/man1/assay.1"
strip --strip-unneeded "$root/usr/bin/assay"
find "$root" -type d -exec chmod 755 {} +
mkdir -p "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: assay
Version: $version
Section: math
Priority: optional
Architecture: $architecture
Maintainer: the assay authors <assay@example.org>
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Depends: $depends
Recommends: gnuplot-nox | gnuplot
Description: verifies numerical integrators for constrained Hamiltonian systems
 assay runs integrators with their projections on models that are given by
 their formulas, at decreasing time steps, in double and in MPFR, and gives
 a verdict with its evidence on what is claimed of them: orders, symplecticity,
 symmetry, drift, invariants and constraints.
END
(cd "$root" && find usr -type f -exec md5sum {} +) | sort -k 2 >"$root/DEBIAN/md5sums"
package=$(dirname "$root")/assay_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package" >&2
echo "$package"
