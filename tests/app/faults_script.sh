#!/usr/bin/env bash
# One call of the C library fails in a run with every output: afterwards each file is whole or the old one, a failed run
# says one sentence and has exit code 1, and a checkpoint that is there goes on to the right hash.
# Tries a sample of all calls, or each of them with --all; needs FAULT_SHIM, the library of tests/support/fault_shim.c.
# Usage: MURMUR=path/to/murmur FAULT_SHIM=path/to/shim bash faults_script.sh [--all]
all=${1:-}
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
[ -r "${FAULT_SHIM:-}" ] || { echo "skipped: no library that makes calls fail"; exit 77; }

python=$(python_with_h5py)
h5_is_whole() {
  [ -z "$python" ] || "$python" -c '
import h5py, numpy
with h5py.File("t.h5") as file:
    if "boids" in file["particles"]:
        boids = file["particles/boids"]
        steps = boids["position/step"][:]
        assert list(steps) == list(range(0, 2 * len(steps), 2)), steps
        assert len(boids["position/value"]) == len(steps)
        assert numpy.isfinite(boids["position/value"][:]).all() and (boids["id/value"][:] >= 0).all()'
}

flock=(run --preset book --boids 60 --backend cpu --threads 1)
outputs=(--output s.csv --metrics m.csv --metrics-every 5 --trajectory t.h5 --trajectory-every 2 --checkpoint c
  --checkpoint-every 8 --log-events l.jsonl --step-log p.csv --overwrite)
steps=24
"$MURMUR" "${flock[@]}" --steps $steps "${outputs[@]}" >out 2>&1 || { cat out; exit 1; }
wanted=$(hash_of out)
mkdir old new
cp s.csv new/
"$MURMUR" "${flock[@]}" --seed 2 --steps $steps "${outputs[@]}" >out 2>&1
mv s.csv m.csv t.h5 c c.1 l.jsonl p.csv old/

# A checkpoint is put in place when what it counts on is on the disk, so that no crash of the machine leaves a gap.
for trajectory in t.h5 t.xyz; do
  rm -f trace
  FAULT_TRACE=trace LD_PRELOAD=$FAULT_SHIM "$MURMUR" "${flock[@]}" --steps $steps --metrics m.csv --metrics-every 5 \
    --trajectory $trajectory --trajectory-every 2 --checkpoint c --checkpoint-every 8 --overwrite >out 2>&1
  check "rows and frames of $trajectory are synced before each checkpoint" awk -v trajectory="$trajectory" '
    { sub(".*/", "", $2) }
    $1 == "write" { waiting[$2] = 1; ++writes[$2] }
    $1 == "sync" { delete waiting[$2] }
    $1 == "rename" && $2 == "c" {
      ++checkpoints
      if (waiting["m.csv"] || waiting[trajectory]) { print "line " NR ": not synced"; exit bad = 1 }
    }
    END { exit bad || checkpoints < 3 || !writes["m.csv"] || !writes[trajectory] }' trace
done

tried=0 failed_runs=0
try() {  # try KIND N
  rm -f s.csv m.csv t.h5 c c.1 l.jsonl p.csv ./*.part ./*.murmur-lock
  cp old/* .
  tried=$((tried + 1))
  FAULT=$1:$2 LD_PRELOAD=$FAULT_SHIM "$MURMUR" "${flock[@]}" --steps $steps "${outputs[@]}" >out 2>err
  local code=$? sentences
  sentences=$(grep -vcE '^step |^$' err)
  [ $code -ne 0 ] && failed_runs=$((failed_runs + 1))
  if [ $code -gt 2 ]; then
    echo "FAILED: $1 $2: exit code $code"
    cat err
    failures=$((failures + 1))
    return
  fi
  if [ $code -eq 0 ]; then
    check "$1 $2: hash of a run that says it is done" test "$(hash_of out)" = "$wanted"
    check "$1 $2: state of a run that says it is done" cmp s.csv new/s.csv
  else
    check "$1 $2: one sentence" test "$sentences" -eq 1
    if ! cmp -s s.csv old/s.csv; then check "$1 $2: the state is the old one or whole" cmp s.csv new/s.csv; fi
  fi
  # Cut where the program stopped, but never wrong.
  if ! cmp -s m.csv old/m.csv; then
    check "$1 $2: rows of metrics" awk -F, 'NR > 1 && NF != 15 { bad = 1 } END { exit bad }' <(sed '$!b;/[^\n]$/!b' m.csv)
  fi
  # HDF5 1.10 promises nothing of a file after a failed pwrite (docs/reliability.md).
  [ "$1" = pwrite ] || cmp -s t.h5 old/t.h5 || [ ! -s t.h5 ] || check "$1 $2: the trajectory" h5_is_whole
  [ ! -e c ] || cmp -s c old/c || expect 0 "hash=$wanted" run --resume c --steps $steps
}

kinds=(open fwrite fflush pwrite fsync rename truncate fallocate malloc)
for kind in "${kinds[@]}"; do
  rm -f s.csv m.csv t.h5 c c.1 l.jsonl p.csv
  FAULT=$kind:0 FAULT_COUNT=count LD_PRELOAD=$FAULT_SHIM "$MURMUR" "${flock[@]}" --steps $steps "${outputs[@]}" >out 2>&1
  count=$(cat count)
  calls=$(seq "$count")
  [ $kind = fallocate ] && calls=1  # none of them works, as on file systems without it
  if [ -z "$all" ]; then
    calls=$([ $kind = fallocate ] && echo 1 || shuf -i 1-"$count" -n $((count < 6 ? count : 6)))
  elif [ $kind = malloc ]; then
    calls=$(shuf -i 1-"$count" -n $((count < 1000 ? count : 1000)))
  fi
  [ $kind = malloc ] && calls="1 2 3 $calls"  # the first too: nothing may be allocated before failures are caught
  for call in $calls; do
    try $kind "$call"
    [ $failures -gt 12 ] && { echo "too many"; exit 1; }
  done
  echo "$kind: $count calls, $(wc -w <<<"$calls") of them made to fail"
done
echo "$tried faults, $failed_runs runs stopped, $failures failures"
exit $((failures > 0))
