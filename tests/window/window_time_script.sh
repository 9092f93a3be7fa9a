#!/usr/bin/env bash
# Back and forth in time in the real window: undo, redo, single steps back and the bar; and what was undone is not in the
# log once the flock has gone on. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

boids() { [[ $(column 3) == "$1" ]]; }
beyond_step() { [[ $(column 2) -gt $1 ]]; }
before_step() { [[ $(column 2) -lt $1 ]]; }

"$MURMUR" view --backend cpu --preset book --boids 60 --paused --size 1000x700 --log-events log.jsonl --frame-log frames.csv \
  --panel-places places.txt >out.txt 2>err.txt &
program=$!
find_window
xdotool mousemove --window "$window" 300 300 key n n n n n
within_time "five steps" at_step 5
xdotool click 1
within_time "a boid more" boids 61
xdotool key n n n n n
within_time "ten steps" at_step 10
xdotool click 1
within_time "another boid" boids 62
xdotool key n n
within_time "twelve steps" at_step 12

# Back and on by acts and by steps; the log is not touched by looking back.
lines=$(wc -l <log.jsonl)
xdotool key ctrl+Left
within_time "back: to the step of the act" at_step 10
within_time "before it" boids 61
xdotool key ctrl+Left
within_time "back again" at_step 5
within_time "before the first act" boids 60
xdotool key ctrl+Right
within_time "on" boids 61
xdotool key Right Right
within_time "on, in the known future" at_step 7
xdotool key Left
within_time "one step back" at_step 6
[[ $(wc -l <log.jsonl) == "$lines" ]] || fail "looking back changes the log"
point time.bar 99
settle
xdotool mousedown 1
settle
xdotool mouseup 1
within_time "the bar's end" at_step 12
within_time "with all boids" boids 62
point time.bar 60
settle
xdotool mousedown 1
settle
xdotool mouseup 1
within_time "the bar goes back" before_step 10
xdotool mousemove --window "$window" 300 300 key space
within_time "what came after is played" boids 62
within_time "and the flock flies on" beyond_step 30
xdotool key space

# A change in the past sets aside what came after; taken back, that is there again, and made again it is not.
adds() { [[ $(grep -c '"kind":"add"' log.jsonl) == "$1" ]]; }
xdotool key ctrl+Left
within_time "before the second boid" boids 61
xdotool key b
within_time "another radius" logged '"key":"rules.radius","value":"55.0"'
within_time "the second boid is not in the log" adds 1
xdotool key ctrl+z
within_time "it is there again" adds 2
logged '"key":"rules.radius"' && fail "the change is still in the log"
xdotool key space
within_time "what is back is played" boids 62
xdotool key space ctrl+y
within_time "the change is made again" logged '"key":"rules.radius","value":"55.0"'
within_time "without the second boid" boids 61
adds 1 || fail "the boid that was set aside is in the log"

# A value is taken back while the flock flies on.
step=$(column 2)
xdotool key space
within_time "it flies" beyond_step $((step + 20))
xdotool key b
within_time "another radius" logged '"key":"rules.radius","value":"60.0"'
step=$(column 2)
within_time "it flies" beyond_step $((step + 20))
xdotool key ctrl+z
within_time "the value is back" logged '"key":"rules.radius","value":"55.0"' 2
logged '"key":"rules.radius","value":"60.0"' || fail "taking back is an event of its own"
step=$(column 2)
within_time "it flies on" beyond_step $((step + 5))
xdotool key q
ends_with 0
hash=$(sed -nE 's/.*boids, hash=//p' out.txt)
replayed=$("$MURMUR" replay log.jsonl --headless --backend reference 2>/dev/null) || fail "replay: $replayed"
[[ $replayed == *"hash=$hash" ]] || fail "replay ends at $replayed instead of $hash"
[[ $(grep -c '"kind":"add"' log.jsonl) == 1 ]] || fail "the boid that was set aside is in the log"

# A replay goes back and forth over its whole log.
rm -f frames.csv places.txt
"$MURMUR" replay log.jsonl --backend cpu --paused --size 1000x700 --frame-log frames.csv --panel-places places.txt >out.txt 2>err.txt &
program=$!
find_window '^Murmuration'
point time.bar 99
settle
xdotool mousedown 1
settle
xdotool mouseup 1
within_time "the end of the replay" beyond_step 20
point time.bar 1
settle
xdotool mousedown 1
settle
xdotool mouseup 1
within_time "back to its start" before_step 5
point time.bar 99
settle
xdotool mousedown 1
settle
xdotool mouseup 1
within_time "and to its end" beyond_step 20
xdotool key q
ends_with 0
! grep -q differs out.txt err.txt || fail "a hash differs"
echo "The window goes back and forth in time."
