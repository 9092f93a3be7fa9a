#!/usr/bin/env bash
# The floating-point state of ranks is that of the contract, whatever a library does when it is loaded and when threads begin: the bits
# and the files of one process. process_script.sh has the same of one process.
# Usage: MURMUR=path/to/murmur PROCESS_SHIM=path/to/libprocess_shim.so MURMUR_SOURCE_DIR=repository bash mpi_process_script.sh
[ -n "${PROCESS_SHIM:-}" ] || { echo "no library to preload in this build"; exit 77; }
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
source "$MURMUR_SOURCE_DIR/tests/support/mpi.sh"

denormal_scenario >slow.toml
outputs() { echo "--metrics $1/m.csv --metrics-every 10 --output $1/f.csv --log-events $1/l.jsonl"; }
mkdir one
# shellcheck disable=SC2046
"$MURMUR" run slow.toml --steps 100 $(outputs one) >one/out 2>&1
[ "$(hash_of one/out)" = 79411656a5264715 ] || check "the hash of slow.toml is $(hash_of one/out)" false

for word in flush up down zero trap; do
  mkdir "$word"
  # In the ranks alone: mpirun itself need not bear it.
  # shellcheck disable=SC2046
  mpirun -n 2 env LD_PRELOAD="$PROCESS_SHIM" PROCESS="$word" "$murmur_mpi" run slow.toml --steps 100 --threads 2 $(outputs "$word") \
    </dev/null >"$word/out" 2>"$word/err" ||
    check "$word: $(tail -n 2 "$word/err")" false
  [ "$(hash_of "$word/out")" = 79411656a5264715 ] || check "$word: hash $(hash_of "$word/out")" false
  for file in m.csv f.csv l.jsonl; do check "$word: $file differs" cmp -s "one/$file" "$word/$file"; done
done

echo "$failures failures"
[ "$failures" -eq 0 ]
