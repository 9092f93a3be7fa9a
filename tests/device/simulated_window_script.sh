#!/usr/bin/env bash
# The window on the simulated device, on a display: it flies, drawn by interop; and when the device breaks down at one
# call or another, the flock goes on with the cpu backend, which is said, and the event log replays to the same hashes.
set -uo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed() { echo "FAILED: $*"; cat out err 2>/dev/null; exit 1; }
cat >flock.toml <<'TOML'
preset = "murmuration"
boids = 60
[[event]]
step = 3
kind = "startle"
steps = 20
[[event]]
step = 8
kind = "add"
at = [100.0, 120.0]
count = 15
TOML
# Pictures that a kernel wrote into OpenGL's memory.
export MURMUR_SIM_TRAFFIC=t.csv
drawn_by_interop() { [ "$(wc -l <t.csv)" -gt 3 ]; }
view=(view flock.toml --backend cuda --size 500x400 --panel hidden --overwrite --fps 20
  --log-events l)

timeout 100 "$MURMUR" "${view[@]}" --frames 20 --screenshot s.png --frame-log f.csv >out 2>err || failed "view"
grep -q '75 boids, hash=' out || failed "view: the flock has not flown past its events"
drawn_by_interop || failed "view: not drawn by interop"
[ -s s.png ] || failed "view: no picture"
"$MURMUR" replay l --headless --backend cpu >out 2>err || failed "view: its log does not replay"

# Two GPUs: the flock is where OpenGL draws.
MURMUR_SIM_DEVICES=2 MURMUR_SIM_GL_DEVICE=1 timeout 100 "$MURMUR" "${view[@]}" --frames 5 >out 2>err || failed "two GPUs"
drawn_by_interop || failed "two GPUs: not drawn by interop"

# A laptop: OpenGL draws on a CUDA device where it is asked for NVIDIA's, or never.
MURMUR_SIM_GL_DEVICE=offload timeout 100 "$MURMUR" "${view[@]}" --frames 5 >out 2>err || failed "a laptop"
drawn_by_interop || failed "a laptop: not drawn by interop"
MURMUR_SIM_GL_DEVICE=none timeout 100 "$MURMUR" "${view[@]}" --frames 5 >out 2>err || failed "OpenGL elsewhere"
grep -q 'boids, hash=' out || failed "OpenGL elsewhere: no flock"
! drawn_by_interop || failed "OpenGL elsewhere: drawn by interop"

broken=0
for call in "$@"; do
  MURMUR_SIM_FAIL=$call timeout 100 "$MURMUR" "${view[@]}" --frames 20 >out 2>err || failed "$call: ends with $?"
  [ "$(grep -c '^backend cpu from step' out)" -eq 1 ] || failed "$call: does not say that the flock goes on"
  grep -q '^backend cpu from step.*: the GPU ' out || failed "$call: does not say why"
  grep -q '75 boids, hash=' out || failed "$call: the flock has not gone on"
  hash=$(grep -o 'hash=[0-9a-f]*' out | tail -n 1)
  "$MURMUR" replay l --headless --backend cpu >replayed 2>err || failed "$call: the log does not replay: $(cat replayed)"
  grep -q "$hash" replayed || failed "$call: the log replays to another hash than $hash: $(cat replayed)"
  broken=$((broken + 1))
done
echo "the window has flown, also on the second of two GPUs, and has gone on after $broken failures of its device"
