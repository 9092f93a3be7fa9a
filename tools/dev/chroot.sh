#!/usr/bin/env bash
#: chroot          install the Debian package of build/packages in a bare Debian, build/chroot (700 MB, as root), and build and run the
#:                 examples of docs/library.md there, without the sources, under valgrind
. tools/common.sh

root=$PWD/build/chroot
package=$(find build/packages -name '*.deb' -print -quit 2>/dev/null)
[[ -n $package ]] || die "there is no Debian package in build/packages; ./dev package makes it"
((EUID == 0)) || die "a chroot needs root: sudo ./dev chroot"
install debootstrap
if [[ ! -e $root/complete ]]; then
  say "Making $root (log: build/chroot.log)"
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  rm -rf "$root"
  run_quietly build/chroot.log debootstrap --variant=minbase --include=build-essential,ca-certificates,cmake,pkg-config,valgrind "$suite" "$root"
  touch "$root/complete"
fi
# The mount of /proc, which valgrind reads, ends with the command.
# shellcheck disable=SC2016 # for the inner shell
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" "$@"
}
cp /etc/resolv.conf "$root/etc"
cp "$package" "$root/murmur.deb"
run_quietly build/chroot.log inside sh -c 'apt-get update && apt-get install -y --no-install-recommends --reinstall /murmur.deb'
inside bash -eu >build/chroot.txt <<'END' || die "the examples do not build, run or keep their memory in $root"
rm -rf /root/mine && cp -r /usr/share/doc/murmur/examples /root/mine && cd /root/mine
cmake -S . -B build >log && cmake --build build >>log
build/flock && build/hawk
cc flock.c -o by_pkg_config $(pkg-config --cflags --libs murmur) && ./by_pkg_config
for program in flock hawk; do
  valgrind -q --leak-check=full --errors-for-leak-kinds=definite,possible --error-exitcode=9 build/$program >/dev/null
done
murmur run --preset book --seed 1 --steps 200 | grep -o 'hash=.*'
END
cat build/chroot.txt
mapfile -t printed <build/chroot.txt
for line in "${printed[@]:0:2}"; do
  grep -qxF -- "$line" docs/library.md || die "docs/library.md does not show: $line"
done
[[ ${printed[2]} == "${printed[0]}" && ${printed[0]##* } == "${printed[3]}" ]] || die "the hashes differ"
say "The examples print what docs/library.md shows, and leak nothing"
