#!/usr/bin/env bash
# murmur-mpi at length, for ./dev mpi: not part of the tests.
# Usage: MURMUR=path/to/murmur MURMUR_SOURCE_DIR=repository bash mpi_matrix.sh matrix|kills|cost|memory
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
source "$MURMUR_SOURCE_DIR/tests/support/mpi.sh"

# Every preset and scenario on 1, 2, 3, 5 and 8 ranks, step by step against one process; then a long run of the default.
matrix() {
  local runs=0 n scenario
  for n in 1 2 3 5 8; do
    for scenario in "$MURMUR_SOURCE_DIR"/scenarios/presets/*.toml "$MURMUR_SOURCE_DIR"/scenarios/*.toml; do
      expect_on "$n" 0 'verify: cpu = ranks' verify --backends cpu,ranks "$scenario" --boids 2000 --steps 100
      runs=$((runs + 1))
    done
  done
  echo "$runs runs of every preset and scenario on 1, 2, 3, 5 and 8 ranks, $failures with another bit"
  for n in 3 8; do
    expect_on "$n" 0 'verify: cpu = ranks' verify --backends cpu,ranks --preset murmuration --boids 20k --steps 10000
    tail -n 1 out
  done
}

# A rank is killed at a random instant, and the run goes on on another number of ranks: always the same end.
kills() {
  local n whole=0 last=600 try
  "$MURMUR" run --boids 5000 --steps $last >whole 2>err
  for try in $(seq 20); do
    rm -f kill.c kill.c.1
    start_on $((2 + try % 4)) run --boids 5000 --steps $last --checkpoint kill.c --checkpoint-every 20 --step-log kill.csv --overwrite
    wait_for_steps kill.csv $((50 + RANDOM % 400))
    kill -KILL "$(rank_process $((try % 2)))" 2>/dev/null
    wait "$mpirun"
    rm -f kill.csv
    on $((1 + (try + 1) % 5)) run --resume kill.c --steps $last >resumed 2>err
    [ "$(hash_of resumed)" = "$(hash_of whole)" ] && whole=$((whole + 1))
  done
  echo "$whole of 20 runs with a killed rank end with the hash of a whole run"
  [ "$whole" -eq 20 ] || failures=1
}

# Interleaved pairs; of each the median of milliseconds per step and the ratio, for a uniform and a settled flock of 1M.
cost() {
  python3 "$MURMUR_SOURCE_DIR/tools/mpi_cost.py" "$MURMUR" "$murmur_mpi"
}

# The most memory of a process, on 1, 2 and 4 ranks.
memory() {
  python3 "$MURMUR_SOURCE_DIR/tools/mpi_memory.py" "$MURMUR" "$murmur_mpi" || failures=1
}

"$1"
exit "$failures"
