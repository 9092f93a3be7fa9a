#!/usr/bin/env bash
# A stopped run prints the command to go on with: that command itself, for every kind of output and way of stopping, gives
# the files of a run that was not stopped.
# Usage: MURMUR=path/to/murmur bash go_on_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

murmur() { "$MURMUR" "$@"; }

# stop SIGNAL ARGUMENTS...: runs until the log has a hash of step 60 or more, then stops it.
stop() {
  local signal=$1 wait
  shift
  # A script's jobs ignore SIGINT unless they set it themselves.
  python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])' "$MURMUR" run "$@" >out 2>&1 &
  local pid=$!
  for wait in $(seq 600); do
    [ "$(cat "$log" 2>/dev/null | grep -c '"hash"')" -ge 2 ] && break
    sleep 0.05
  done
  kill -"$signal" $pid
  wait $pid 2>/dev/null
  code=$?
}
flock=(--preset benchmark --boids 3000 --steps 2000)

# outputs FORMAT STEPS
outputs() {
  echo "--output s.csv ${2:+--output-steps $2} --metrics m.csv --metrics-every 7 --trajectory t.$1 --trajectory-every 9 \
    --log-events l.jsonl --step-log p.csv --checkpoint c --checkpoint-every 50"
}
same_rows() { cmp <(cut -d, -f1 whole/$1) <(cut -d, -f1 $1; [ -n "$2" ] && tail -n +2 "$2" | cut -d, -f1); }
python=$(python_with_h5py)
same_h5() {
  [ -z "$python" ] || "$python" -c 'import h5py, numpy
a, b = h5py.File("whole/t.h5"), h5py.File("t.h5")
for name in ("position/step", "position/value", "id/value"):
  numpy.testing.assert_array_equal(a["particles/boids/" + name][()], b["particles/boids/" + name][()])'
}

for way in INT:xyz:5,15,1990 TERM:h5: HUP:xyz:2,15 TERM:xyz:1990; do
  IFS=: read -r signal format steps <<<"$way"
  mkdir whole
  (cd whole && "$MURMUR" run "${flock[@]}" $(outputs "$format" "$steps") >out 2>&1) || { cat whole/out; exit 1; }
  wanted=$(hash_of whole/out)
  log=l.jsonl
  stop "$signal" "${flock[@]}" $(outputs "$format" "$steps")
  check "stopped by SIG$signal (exit code $code)" test $code -gt 128
  command=$(sed -n 's/^murmur: go on with: //p' out)
  check "a command after SIG$signal" test -n "$command"
  eval "$command" >out 2>&1
  code=$?
  check "the command goes on after SIG$signal: $command" test $code -eq 0
  check "the hash after SIG$signal" test "$(hash_of out)" = "$wanted"
  check "states after SIG$signal" cmp whole/s.csv s.csv
  check "metrics after SIG$signal" cmp whole/m.csv m.csv
  check "steps after SIG$signal" same_rows p.csv "$(ls p-from-*.csv)"
  if [ $format = h5 ]; then check "frames after SIG$signal" same_h5; else check "frames after SIG$signal" cmp whole/t.$format t.$format; fi
  for part in l.jsonl $(ls l-from-*.jsonl); do expect 0 'hashes agree' replay "$part" --headless; done
  rm -rf ./*
done

# States of before the checkpoint are only taken from a file of this run.
expect 0 'hash=' run --preset book --boids 30 --steps 20 --checkpoint c --output s.csv --output-steps 5,20
expect 0 'hash=' run --resume c --steps 30 --output s.csv --output-steps 5,30
check "the state of before is kept" test "$(cut -d, -f1 s.csv | sort -nu | tr '\n' ' ')" = 'step 5 30 '
sha256sum s.csv >before
expect 2 'does not end with its state' run --resume c --steps 40 --output s.csv --output-steps 5,40
expect 2 'is not there to go on in' run --resume c --steps 40 --output other.csv --output-steps 5,40
expect 0 'hash=' run --preset book --boids 30 --steps 20 --output q.csv --output-steps 6,20
expect 2 'has no state of step 5' run --resume c --steps 40 --output q.csv --output-steps 5,40
check "files are as they were" sha256sum --quiet -c before

echo "$failures failures"
exit $((failures > 0))
