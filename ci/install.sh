#!/bin/sh
# Builds assay from the sources around this script and installs it, on Debian 12.
# Environment: PREFIX (default /usr/local).
set -eu
cd "$(dirname "$0")/.."
as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
command -v make >/dev/null || { $as_root apt-get update && $as_root apt-get install -y make; }
$as_root make deps
make -j"$(nproc)"
$as_root make install PREFIX="${PREFIX:-/usr/local}"
