#!/usr/bin/env bash
# The whole program on the simulated device: every preset in 2-D or 3-D and every scenario file, a few steps of a small
# flock with several seeds, each equal to the cpu backend; `run` prints the cpu's hash.
set -euo pipefail

run_hash() { "$MURMUR" run --backend "$1" --preset murmuration --boids 300 --steps 8 2>/dev/null | grep -o 'hash=[0-9a-f]*'; }

cpu=$(run_hash cpu)
for seed in 1 2 3 4; do
  cuda=$(MURMUR_SIM_SEED=$seed run_hash cuda)
  [[ $cuda == "$cpu" ]] || { echo "run with MURMUR_SIM_SEED=$seed: $cuda instead of $cpu"; exit 1; }
done

# Pictures of how many boids are in each pixel, of a flock whose boids are not in order on the device.
if "$MURMUR" render --help >/dev/null 2>&1; then
  pictures=$(mktemp -d)
  for backend in cpu cuda; do
    "$MURMUR" render --backend "$backend" --preset cis565 --boids 2000 --warm-up 3 --density --size 128x96 \
      --output "$pictures/$backend.png" >/dev/null 2>&1 || { echo "no density picture on $backend"; exit 1; }
  done
  cmp "$pictures/cpu.png" "$pictures/cuda.png" || exit 1
  rm -r "$pictures"
fi

seed=0
verify() {
  for round in 1 2; do
    seed=$((seed + 1))
    MURMUR_SIM_SEED=$seed "$MURMUR" verify --backends cpu,cuda "$@" --steps 10 >/dev/null 2>"$log" ||
      { echo "MURMUR_SIM_SEED=$seed verify $*:"; cat "$log"; exit 1; }
  done
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for file in "$MURMUR_SOURCE_DIR"/scenarios/presets/*.toml; do
  verify --preset "$(basename "$file" .toml)" --boids 200
done
for file in "$MURMUR_SOURCE_DIR"/scenarios/*.toml; do
  verify "$file" --boids 800
done
echo "$seed runs of verify, and run: the simulated device equals the cpu."
