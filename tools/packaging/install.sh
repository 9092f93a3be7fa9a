#!/bin/sh
# Copies this folder's bin, lib and share to PREFIX, ~/.local where none is given: ./install.sh [PREFIX].
# share/murmur/installed.txt lists the files.
set -eu
cd "$(dirname "$0")"
bin/murmur --version >/dev/null 2>&1 || { echo "murmur does not start here: it needs Linux on x86-64 with AVX2 and glibc 2.34 or newer" >&2; exit 1; }
prefix=${1:-$HOME/.local}
list=$prefix/share/murmur/installed.txt
mkdir -p "$prefix"
cp -R bin lib share "$prefix/"
{ find bin lib share ! -type d | sed "s|^|$prefix/|"; echo "$list"; } >"$list"
echo "murmur is in $prefix/bin; to remove it, remove the files in $list"
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "to make it a command: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
