#!/usr/bin/env bash
# Writes files of runs of every preset, of the example scenarios and of the scenarios of this folder, beside this script, and the
# hashes that each run has later in hashes.txt. README.md says when it is used.
# Usage: bash make.sh MURMUR
set -eu
murmur=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
trap 'rm -f err' EXIT

hash_of() {
  "$murmur" run "$@" 2>err | sed 's/.*hash=//' | grep . && return
  cat err >&2
  exit 1
}

# save NAME PRECISION SCENARIO...
save() {
  local name=$1 precision=$2 resumed begun
  shift 2
  hash_of "$@" --precision "$precision" --steps 20 --checkpoint "$name.checkpoint" --output "$name.csv" --overwrite >/dev/null
  [ "$precision" = double ] || hash_of "$@" --steps 40 --log-events "$name.jsonl" --overwrite >/dev/null
  resumed=$(hash_of --resume "$name.checkpoint" --precision "$precision" --steps 32)
  begun=$(hash_of "$@" --initial "$name.csv" --precision "$precision" --steps 32)
  echo "$name $precision $resumed $begun"
}

{
  for preset in $(basename -s .toml ../../../scenarios/presets/*.toml); do save "$preset" float --preset "$preset" --boids 48 --seed 1; done
  for scenario in ../../../scenarios/*.toml; do
    name=$(basename "$scenario" .toml)
    [ "$name" = predators ] || save "scenario-$name" float "$scenario" --boids 48  # its world is too small with few boids
  done
  for flight in flight-2d flight-3d; do
    save $flight float $flight.toml
    save $flight-double double $flight.toml
    hash_of --resume $flight.checkpoint --steps 40 --log-events $flight-resumed.jsonl --overwrite >/dev/null
  done
} >hashes.txt
