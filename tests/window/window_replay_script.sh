#!/usr/bin/env bash
# A replay in the window: it plays, pauses, steps, refuses what would change the flock, says whether all hashes
# agreed, and ends like one without a window. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

start_replay() {
  rm -f frames.csv
  "$MURMUR" replay "$@" --backend cpu --size 900x600 --frame-log frames.csv --overwrite >out.txt 2>err.txt &
  program=$!
  find_window '^Murmuration'
}
headless() { "$MURMUR" replay "$@" --headless 2>err.txt >out.txt; }

cat >flight.toml <<'END'
preset = "book"
boids = 60
[[event]]
step = 30
kind = "add"
at = [300.0, 200.0]
count = 7
[[event]]
step = 70
kind = "scatter"
at = [320.0, 240.0]
END
"$MURMUR" run flight.toml --steps 150 --log-events flight.jsonl >/dev/null
headless flight.jsonl || fail "headless"
expected=$(tail -n 1 out.txt)

# 1. Paused at first; N goes on by single steps, keys and clicks change nothing, Space plays to the end.
start_replay flight.jsonl --paused
at_step 0 || fail "a paused replay is at step $(column 2)"
xdotool key n n n
within_time "three steps" at_step 3
xdotool mousemove --window "$window" 450 300 click 1 click 3
xdotool key r p b s w m
settle
[[ $(column 2) == 3 && $(column 3) == 60 ]] || fail "a click or key changed the flock"
xdotool key plus plus plus space
within_time "the end" at_step 150
settle
[[ $(column 3) == 67 ]] || fail "$(column 3) boids at the end"
xdotool key space n
settle
at_step 150 || fail "a step beyond the end of the log"
xdotool key q
ends_with 0
[[ $(grep '^replay:' out.txt) == "$expected" ]] || fail "the window ends at $(cat out.txt) instead of $expected"

# 2. Closed on the way.
start_replay flight.jsonl --paused
xdotool key q
ends_with 0
grep -q 'closed after step 0 of 150' err.txt || fail "closed early"

# 3. Another flock's hash: told, and exit code 3.
checksum() {  # FNV-1a of a line without its checksum
  local text=$1 sum=2166136261 code k
  for ((k = 0; k < ${#text}; ++k)); do
    printf -v code %d "'${text:k:1}"
    sum=$((((sum ^ code) * 16777619) & 0xffffffff))
  done
  printf '%08x' $sum
}
wrong='{"step":60,"hash":"0123456789abcdef"}'
awk -v line="${wrong%?},\"check\":\"$(checksum "$wrong")\"}" \
  '/"step":60,"hash"/ { print line; next } { print }' flight.jsonl >wrong.jsonl
start_replay wrong.jsonl --steps-per-second 600
within_time "the difference" at_step 60
settle
at_step 60 || fail "goes on after a difference"
xdotool key q
ends_with 3
grep -q 'differs at step 60: the log says 0123456789abcdef' out.txt || fail "the difference"

# 4. Without a display: one line, and the same as headless.
code=0
DISPLAY='' "$MURMUR" replay flight.jsonl >out.txt 2>err.txt || code=$?
[[ $code == 0 && $(tail -n 1 out.txt) == "$expected" ]] || fail "without a display: exit code $code"
[[ $(grep -c 'replaying without a window' err.txt) == 1 ]] || fail "does not say that there is no display"

# 5. A program that is killed leaves a log that replays up to its last flush.
"$MURMUR" view --backend cpu --preset book --boids 80 --size 900x600 --steps-per-second 600 --log-events killed.jsonl --overwrite \
  >/dev/null 2>&1 &
program=$!
hashes_there() { [[ -f killed.jsonl && $(grep -c '"hash"' killed.jsonl) -ge $1 ]]; }
within_time "hashes in the log" hashes_there 3
window=$(xdotool search --onlyvisible --name '^Murmuration' | head -n 1)
xdotool mousemove --window "$window" 450 300 click 1
within_time "a click in the log" grep -qF '"kind":"add"' killed.jsonl
within_time "a hash after it" hashes_there 5
kill -KILL "$program"
wait "$program" 2>/dev/null || true
program=
headless killed.jsonl || fail "the log of a killed program"
grep -qE '^replay: ([5-9]|[0-9]{2,}) hashes agree, [1-9][0-9]* events' out.txt || fail "hashes of the killed program's log"

# 6. A log cut off in the middle of a line plays up to there, in the window too, and says so.
head -c -30 flight.jsonl >cut.jsonl
start_replay cut.jsonl --steps-per-second 600
within_time "the cut" at_step 120
xdotool key q
ends_with 0
grep -q 'is cut off.*up to step 120' err.txt || fail "a cut log"
echo "A replay shows what was logged."
