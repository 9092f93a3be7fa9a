#!/usr/bin/env bash
# The whole program on machines with faults: `auto` says one sentence about a GPU that does not work and goes on, on
# another one or on the cpu; `cuda` ends with one sentence. And whatever call fails in a run with all outputs, the
# checkpoint that is there goes on to the right hash, and the event log holds up to its last line.
set -uo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed() { echo "FAILED: $*"; cat out err 2>/dev/null; exit 1; }
run=(run --preset murmuration --boids 40 --steps 7)
hash_in() { grep -o 'hash=[0-9a-f]*' out || true; }

"$MURMUR" "${run[@]}" --backend cpu >out 2>err || failed "the cpu backend"
right=$(hash_in)

# expect CODE SENTENCE BACKEND VARIABLE=VALUE...
expect() {
  local code=$1 sentence=$2 backend=$3
  shift 3
  env "$@" "$MURMUR" "${run[@]}" --backend "$backend" >out 2>err
  [ $? -eq "$code" ] || failed "$* --backend $backend: another exit code than $code"
  if [ -z "$sentence" ]; then
    ! grep -q '^murmur: ' err || failed "$* --backend $backend: says something"
  else
    [ "$(grep -c '^murmur: ' err)" -eq 1 ] || failed "$* --backend $backend: not one sentence"
    grep -qF -- "$sentence" err || failed "$* --backend $backend: not '$sentence'"
  fi
  [ "$code" -ne 0 ] || [ "$(hash_in)" = "$right" ] || failed "$* --backend $backend: another hash than $right"
}
expect 0 '' auto MURMUR_SIM_DEVICES=0
expect 1 'finds no GPU' cuda MURMUR_SIM_DEVICES=0
expect 0 '' auto MURMUR_SIM_DRIVER=0
expect 0 'backend cpu is used instead' auto MURMUR_SIM_DRIVER=11040
expect 1 'update the driver' cuda MURMUR_SIM_DRIVER=11040
expect 0 'backend cpu is used instead' auto MURMUR_SIM_UNUSABLE=0:cudaFuncGetAttributes:222
expect 1 'the NVIDIA driver is too old' cuda MURMUR_SIM_UNUSABLE=0:cudaFuncGetAttributes:222
for backend in auto cuda; do
  expect 0 'CUDA device 1 is used instead' $backend MURMUR_SIM_DEVICES=2 MURMUR_SIM_UNUSABLE=0:cudaSetDevice:46
done

# The start of this preset is drawn on the device: the host needs no room for it.
MURMUR_SIM_MEMORY=1000000000 "$MURMUR" run --preset cis565 --boids 2000000000 --steps 1 --backend cuda >out 2>err &&
  failed "two thousand million boids in a gigabyte"
grep -q 'the GPU has no room for 2000000000 boids' err || failed "another memory than the GPU's is asked for"

outputs=(--checkpoint c --checkpoint-every 2 --log-events l --metrics m --metrics-every 1 --trajectory t.xyz
  --trajectory-every 1 --step-log p)
# A sample of the calls, another part of them for each of the two kinds of failure.
tried=0 resumed=0
for start in 11:719 26:999; do
  for ((call = ${start%:*}; call < 700; call += 31)); do
    rm -f c c.1 l m t.xyz p
    MURMUR_SIM_FAIL=any:$call:${start#*:} timeout 60 "$MURMUR" "${run[@]}" --backend cuda "${outputs[@]}" >out 2>err
    code=$?
    tried=$((tried + 1))
    [ $code -le 1 ] || failed "call $start+$call: exit code $code"
    [ $code -eq 0 ] || [ "$(grep -c '^murmur: ' err)" -eq 1 ] || failed "call $call: not one sentence"
    if [ -e c ]; then
      "$MURMUR" run --resume c --backend cpu --steps 7 >out 2>err || failed "call $call: the checkpoint"
      [ "$(hash_in)" = "$right" ] || failed "call $call: the checkpoint goes on to another hash"
      resumed=$((resumed + 1))
    fi
    if [ -s l ]; then
      "$MURMUR" replay l --headless --backend cpu >out 2>err || failed "call $call: the event log"
    fi
    [ ! -s m ] || awk -F, 'NF != 15 { exit 1 }' m || failed "call $call: a row of metrics is cut"
    [ ! -s t.xyz ] || [ $(($(wc -l <t.xyz) % 42)) -eq 0 ] || failed "call $call: a frame of the trajectory is cut"
  done
done
[ $resumed -gt 10 ] || failed "only $resumed of $tried runs left a checkpoint"
echo "$tried runs with a call that failed; $resumed left a checkpoint, and each went on to the right hash"
