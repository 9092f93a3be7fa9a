#!/bin/sh
# Copies this folder's bin, lib and share to PREFIX, ~/.local where none is given: ./install.sh [PREFIX]. Prints each file that it writes.
set -eu
cd "$(dirname "$0")"
bin/murmur --version >/dev/null 2>&1 || { echo "murmur does not start here: it needs Linux on x86-64 with AVX2 and glibc 2.34 or newer" >&2; exit 1; }
prefix=${1:-$HOME/.local}
mkdir -p "$prefix"
find bin lib share ! -type d | sed "s|^|$prefix/|"
cp -R bin lib share "$prefix/"
echo "murmur is in $prefix/bin; to remove it, remove the files above"
