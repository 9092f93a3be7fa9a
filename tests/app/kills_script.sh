#!/usr/bin/env bash
# A run with every output is killed (kill -9) at random instants, every other time in its first 100 ms, and resumed with other
# threads, SIMD sets and backends until it ends: its files equal those of an undisturbed run, and the trajectory can be read
# after each kill. 20 kills, or as many as the first argument says.
# Usage: MURMUR=path/to/murmur bash kills_script.sh [KILLS]
wanted=${1:-20}
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

python=$(python_with_h5py)
same_h5() {  # every dataset of both files
  "$python" -c '
import sys, h5py, numpy
a, b = (h5py.File(path) for path in sys.argv[1:])
names = []
a.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
others = []
b.visititems(lambda name, item: others.append(name) if isinstance(item, h5py.Dataset) else None)
assert names == others and len(names) > 12, (names, others)
for name in names: numpy.testing.assert_array_equal(a[name][()], b[name][()], name)' "$1" "$2"
}

readable_h5() {  # the frames are whole; the process that ends the last flush has the lock
  [ -e "$1.murmur-lock" ] && flock "$1.murmur-lock" true
  "$python" -c '
import sys, h5py, numpy
boids = h5py.File(sys.argv[1])["particles"].get("boids")
if boids is None: sys.exit()
steps = boids["position/step"][()]
assert (numpy.diff(steps) == 11).all() and numpy.isfinite(boids["position/value"][()][:, :1430]).all(), steps
assert (boids["id/value"][()][:, :1430] >= 0).all()' "$1"
}

eventful_scenario 1500 >eventful.toml
steps=300
outputs() {  # outputs FOLDER FORMAT: all that go on or are replaced
  echo "--metrics $1/m.csv --metrics-every 7 --trajectory $1/t.$2 --trajectory-every 11 --output $1/s.csv \
    --checkpoint $1/c --checkpoint-every 15"
}
simds=()
for simd in scalar avx2 avx512; do
  "$MURMUR" run --preset book --steps 1 --backend cpu --simd $simd >/dev/null 2>&1 && simds+=("$simd")
done
machine() {  # one at random
  [ $((RANDOM % 6)) -eq 0 ] && { echo '--backend reference'; return; }
  echo "--backend cpu --threads $((1 + RANDOM % 3)) --simd ${simds[RANDOM % ${#simds[@]}]}"
}

formats=(xyz)
[ -n "$python" ] && formats=(xyz h5)
declare -A hash
for format in "${formats[@]}"; do
  mkdir whole.$format
  begin=$(date +%s%N)
  "$MURMUR" run eventful.toml --steps $steps $(outputs whole.$format $format) >out 2>&1 || { cat out; exit 1; }
  length=$((($(date +%s%N) - begin) / 1000000))  # [ms]
  hash[$format]=$(hash_of out)
done

kills=0 flights=0
while [ $kills -lt "$wanted" ]; do
  format=${formats[flights % ${#formats[@]}]}
  flights=$((flights + 1))
  rm -rf flight
  mkdir flight
  for attempt in $(seq 100); do
    # The last kills may end in the middle of a flight: then it runs to its end.
    begins="eventful.toml --overwrite"
    [ -e flight/c ] && begins="--resume flight/c"
    "$MURMUR" run $begins --steps $steps $(outputs flight $format) $(machine) --log-events flight/l.$attempt \
      --step-log flight/p.$attempt >out 2>&1 &
    pid=$!
    if [ $kills -lt "$wanted" ]; then
      delay=$((RANDOM * (length + 20) / 32768))
      [ $((RANDOM % 2)) -eq 0 ] && delay=$((RANDOM % 100))
      sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
      kill -9 $pid 2>/dev/null
    fi
    wait $pid 2>/dev/null
    code=$?
    [ $code -eq 0 ] && break
    if [ $code -eq 137 ]; then
      kills=$((kills + 1))
      [ -e flight/t.h5 ] && check "the trajectory after kill $kills, $delay ms after the begin" readable_h5 flight/t.h5
      continue
    fi
    echo "FAILED: exit code $code in flight $flights, attempt $attempt:"
    cat out
    failures=$((failures + 1))
    break
  done
  check "the hash of flight $flights" test "$(hash_of out)" = "${hash[$format]}"
  for file in m.csv s.csv; do check "$file of flight $flights" cmp "whole.$format/$file" flight/$file; done
  if [ $format = h5 ]; then
    check "the trajectory of flight $flights" same_h5 whole.h5/t.h5 flight/t.h5
  else
    check "the trajectory of flight $flights" cmp whole.xyz/t.xyz flight/t.xyz
  fi
  expect 0 'hashes agree' replay "flight/l.$attempt" --headless
  left=$(ls flight | grep -vE '^([cs]|c\.1|[ms]\.csv|t\.(xyz|h5)|[lp]\.[0-9]+)$' | grep -vE '^[lp]\..*murmur-lock$')
  check "nothing is left behind in flight $flights: $left" test -z "$left"
  [ $failures -gt 3 ] && break
done
echo "$kills kills in $flights flights, $failures failures"
exit $((failures > 0))
