#!/usr/bin/env bash
# SIGINT, SIGTERM and SIGHUP end a run within a step, however long the step; what is written is of the last whole step.
# Usage: MURMUR=path/to/murmur bash signals_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

# A run whose event log has a hash is ready for signals: before, SIGINT is ignored, as in all jobs of a script.
log=l.jsonl
begun() {
  local wait
  for wait in $(seq 600); do
    grep -q '"hash"' "$1" 2>/dev/null && return
    sleep 0.1
  done
}

# stopped SIGNAL CODE ARGUMENTS...: the run must end in its first step, which takes minutes, with this exit code.
stopped() {
  local signal=$1 wanted=$2
  shift 2
  "$MURMUR" run "$@" >out 2>err &
  local pid=$! code
  begun "$log"
  sleep 0.3  # into the first step
  kill -"$signal" $pid
  wait $pid 2>/dev/null
  code=$?
  check "exit code $wanted after SIG$signal (was $code)" test $code -eq "$wanted"
  check "SIG$signal within a step, and a word on it" grep -q "stopped by SIG$signal after step 0 of 10" err
}

# A step of minutes: the run ends at the step it began with, in a state that goes on as if nothing had been.
slow=(--preset benchmark --boids 60000 --backend reference)
for signal in HUP:129 INT:130 TERM:143; do
  rm -f c c.1 m.csv l.jsonl
  stopped "${signal%:*}" "${signal#*:}" "${slow[@]}" --steps 10 --checkpoint c --metrics m.csv --metrics-every 1 --log-events l.jsonl
done
expect 0 'hash=' run --resume c --steps 3 --backend cpu --metrics m.csv --metrics-every 1
resumed=$(hash_of out)
expect 0 "hash=$resumed" run --preset benchmark --boids 60000 --steps 3 --backend cpu --metrics whole.csv --metrics-every 1
check 'the metrics go on' cmp m.csv whole.csv
expect 0 '1 hashes agree, 0 events' replay l.jsonl --headless

# An event of the step that was given up is still to come, and in no log.
cat >event.toml <<'TOML'
preset = "benchmark"
boids = 60000
[[event]]
step = 0
kind = "scatter"
at = [30.0, 20.0]
strength = 0.5
[[event]]
step = 0
kind = "add"
at = [10.0, 20.0]
count = 50
TOML
rm -f c c.1
log=e.jsonl
stopped TERM 143 event.toml --backend reference --steps 10 --checkpoint c --log-events e.jsonl --output s.csv
check 'the boids of the event are not there yet' test "$(wc -l <s.csv)" -eq 60001
check 'the event is in no log' sh -c '! grep -q "\"kind\":\"scatter\"" e.jsonl'
expect 0 'hash=' run --resume c --steps 3 --backend cpu
resumed=$(hash_of out)
expect 0 "hash=$resumed" run event.toml --steps 3 --backend cpu

# nohup keeps a run alive.
(trap '' HUP; exec "$MURMUR" run --preset book --boids 2000 --steps 3000 --threads 1 --log-events n.jsonl >out 2>err) &
pid=$!
begun n.jsonl
kill -HUP $pid
wait $pid
check "a run under nohup goes on" grep -q '^steps=3000 ' out

# A second signal, whichever, ends the program at once, even where it waits for a reader that does not read.
mkfifo pipe.xyz
sleep 600 <pipe.xyz &
reader=$!
"$MURMUR" run --preset benchmark --boids 60000 --steps 1000000 --trajectory pipe.xyz --trajectory-every 1 --log-events p.jsonl >out 2>err &
pid=$!
begun p.jsonl
sleep 0.7
kill -INT $pid
sleep 0.7
check 'after one signal it waits for its output' kill -0 $pid
kill -TERM $pid
for wait in $(seq 600); do
  kill -0 $pid 2>/dev/null || break
  sleep 0.1
done
check 'a second signal ends it' sh -c "! kill -0 $pid 2>/dev/null"
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
code=$?
check "by that signal (exit code $code)" test $code -eq 143
kill $reader
wait $reader 2>/dev/null

echo "$failures failures"
exit $((failures > 0))
