#!/usr/bin/env bash
# The installed C library: its names, and the examples of docs/library.md, built and run with nothing but what is installed.
# Usage: MURMUR=path/to/murmur MURMUR_SOURCE_DIR=path bash library_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
build=$(dirname "$MURMUR")
export ASAN_OPTIONS=detect_leaks=1
if ! cmake --install "$build" --component library --prefix "$folder/installed" >out 2>&1; then
  cat out
  exit 1
fi
[ -e "$folder/installed/include/murmur.h" ] || { echo "this build installs no library"; exit 77; }
library=$(find "$folder/installed" -name libmurmur.so)

# An interface that changed: names may be added, with their line in symbols.txt, but none goes.
nm -D --defined-only "$library" | awk '{print $3}' | LC_ALL=C sort >names
check "the names of libmurmur.so are not those of tests/library/symbols.txt" \
  diff "$MURMUR_SOURCE_DIR/tests/library/symbols.txt" names
check "libmurmur.so has another SONAME" grep -q 'SONAME.*\[libmurmur.so.0\]' <(readelf -d "$library")
check "what is installed names the folder it was built in" \
  bash -c '! grep -rIl -e "$1" -e "$2" installed' _ "$MURMUR_SOURCE_DIR" "$build"

# As a user who has only what is installed.
examples=$(find "$folder/installed" -type d -name examples)
cp -r "$examples" mine
page=$MURMUR_SOURCE_DIR/docs/library.md
for flags in '' '-fsanitize=address,undefined'; do
  rm -rf mine/build
  (cd mine && env -i PATH="$PATH" HOME="$folder" cmake -S . -B build -DCMAKE_PREFIX_PATH="$folder/installed" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS="-std=c99 -Wall -Wextra -Wpedantic -Werror $flags" \
    -DCMAKE_CXX_FLAGS="-Wall -Wextra -Wpedantic -Werror $flags" && cmake --build build) >out 2>&1 || check "$(cat out)" false
  mine/build/flock >flock.txt 2>flock.err || check "flock ($flags): $(cat flock.err)" false
  mine/build/hawk >hawk.txt 2>hawk.err || check "hawk ($flags): $(cat hawk.err)" false
  # The output that the page shows.
  for program in flock hawk; do
    check "$program does not print what docs/library.md shows: $(cat $program.txt)" grep -qxF "$(cat $program.txt)" "$page"
  done
done
expect 0 "$(hash_of flock.txt)" run --preset book --seed 1 --steps 200
check "flock.txt has no hash" grep -qE 'hash=[0-9a-f]{16}$' flock.txt

if command -v valgrind >/dev/null; then
  env -i PATH="$PATH" cmake -S mine -B plain -DCMAKE_PREFIX_PATH="$folder/installed" >/dev/null && cmake --build plain >/dev/null
  valgrind -q --leak-check=full --errors-for-leak-kinds=definite,possible --error-exitcode=9 plain/flock >valgrind.txt 2>&1 ||
    check "valgrind: $(cat valgrind.txt)" false
fi
if command -v pkg-config >/dev/null; then
  export PKG_CONFIG_PATH=$(dirname "$library")/pkgconfig
  # shellcheck disable=SC2046 # several words
  check "pkg-config" cc mine/flock.c -o by_pkg_config $(pkg-config --cflags --libs murmur) -Wl,-rpath,"$(dirname "$library")"
  check "by pkg-config: $(./by_pkg_config)" test "$(./by_pkg_config)" = "$(cat flock.txt)"
fi

# The log and the checkpoint of a flock in C are the program's.
cat >logged.c <<'C'
#include <inttypes.h>
#include <murmur.h>
#include <stdio.h>
int main(void) {
  murmur_options options = {.size = sizeof options, .backend = "cpu", .log = "c.jsonl"};
  murmur_flock *flock;
  uint64_t hash;
  if (murmur_from_preset("book", &options, &flock)) return 1;
  if (murmur_step(flock, 70) || murmur_event(flock, "{\"kind\":\"add\",\"at\":[10,10],\"count\":3}") || murmur_step(flock, 30)) return 2;
  if (murmur_save(flock, "c.saved") || murmur_step(flock, 30) || murmur_hash(flock, &hash)) return 3;
  murmur_free(flock);
  return printf("hash=%016" PRIx64 "\n", hash) < 0;
}
C
check "logged.c" cc logged.c -o logged -I installed/include -L "$(dirname "$library")" -lmurmur -Wl,-rpath,"$(dirname "$library")"
./logged >logged.txt || check "logged: exit code $?" false
expect 0 "$(hash_of logged.txt)" replay c.jsonl
expect 0 "$(hash_of logged.txt)" run --resume c.saved --steps 130
[ "$failures" -eq 0 ] && echo "the library: ok"
exit "$failures"
