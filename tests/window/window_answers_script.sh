#!/usr/bin/env bash
# What must never freeze or end the window, in the real one: folders and files that cannot be written, long steps,
# values half typed, a window that nobody looks at. Times are printed; their bounds are wide, so that a busy machine
# passes and a window that waits for its steps does not. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

start_window() {
  rm -f log.jsonl frames.csv places.txt
  "$MURMUR" view --backend cpu --log-events log.jsonl --frame-log frames.csv --panel-places places.txt "$@" \
    >out.txt 2>err.txt &
  program=$!
  find_window
}
alive() { kill -0 "$program" 2>/dev/null || fail "$1 ended the program"; }
sets() { grep -F "\"key\":\"$1\"" log.jsonl | sed -E 's/.*"value":"([^"]*)".*/\1/' | tr '\n' ' '; }
# Processor time of the program so far, all its threads [clock ticks, 100 a second].
ticks() { awk '{ print $14 + $15 }' "/proc/$program/stat"; }
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
rows() { wc -l <frames.csv; }
# No picture for a second.
quiet() {
  local before
  before=$(rows)
  sleep 1
  [[ $(rows) == "$before" ]]
}
# Pictures are drawn, and no step ends.
in_long_step() {
  local step before
  step=$(column 2) before=$(rows)
  sleep 1
  [[ $(column 2) == "$step" && $(rows) -gt $before ]]
}
# answers WHAT BOUND: the time from a key to its notice, of three keys; the middle one is at most BOUND.
answers() {
  local times=() before middle
  xdotool mousemove --window "$window" 300 300
  for key in plus minus plus; do
    within_time "no notice" unseen message
    before=$(milliseconds)
    xdotool key "$key"
    until seen message; do
      sleep 0.005
      [[ $(($(milliseconds) - before)) -lt 60000 ]] || fail "$1: no answer within a minute"
    done
    times+=($(($(milliseconds) - before)))
  done
  middle=$(printf '%s\n' "${times[@]}" | sort -n | sed -n 2p)
  echo "$1: keys are answered after ${times[*]} ms"
  [[ $middle -le $2 ]] || fail "$1: answered after $middle ms"
}

# 1. Nothing that the window writes ends it. /proc cannot be written, whoever asks.
export HOME=$work/home
mkdir -p "$HOME"
places=$work/places.txt
cd /proc
"$MURMUR" view --backend cpu --preset book --size 900x600 --panel-places "$places" --frame-log "$work/frames.csv" \
  >"$work/out.txt" 2>"$work/err.txt" &
program=$!
cd "$work"
find_window
xdotool key F12
within_time "another folder is offered" seen question.yes
alive "F12 in a folder that cannot be written"
point question.yes
settle
xdotool click 1
within_time "the picture in the other folder" file_there "$HOME/murmur-001.png"
xdotool key F12
within_time "the next one there at once" file_there "$HOME/murmur-002.png"
xdotool key q
ends_with 0
# A full disk: the flock flies on, the exit code tells.
rm -f frames.csv
"$MURMUR" view --backend cpu --preset book --size 900x600 --log-events /dev/full --frame-log frames.csv \
  >out.txt 2>err.txt && code=0 || code=$?
[[ $code != 0 ]] || fail "an event log that cannot be begun is told before the window opens"
ln -s /dev/full full.csv
rm -f places.txt
"$MURMUR" view --backend cpu --preset book --size 900x600 --frame-log full.csv --panel-places places.txt \
  >out.txt 2>err.txt &
program=$!
within_time "the notice" seen message
sleep 2
alive "a frame log on a full disk"
kill -INT "$program"
code=0
wait "$program" || code=$?
program=
grep -qE '^[0-9]+ steps, 100 boids, hash=' out.txt || fail "the last line after a full disk"
[[ $code == 1 ]] || fail "exit code $code after a full disk instead of 1"
[[ $(cat err.txt) == *full.csv* ]] || fail "which file is full: $(cat err.txt)"

# 2. A value that makes steps much slower needs confirmation; then the window answers during the step, and Esc does not
#    wait for it. The step takes minutes in scalar code on one thread, so that all answers come before its end on any
#    machine (with AVX-512 14 s, too few for an idle one). A flock that has flown is denser, and asks less.
start_window --preset murmuration --boids 400k --threads 1 --simd scalar --size 1200x900 --paused
within_time "the radius" seen rules.radius
type_value rules.radius 9000
[[ -z $(sets rules.radius) ]] || fail "values half typed are applied: $(sets rules.radius)"
xdotool key Return
within_time "the question" seen question.yes
[[ -z $(sets rules.radius) ]] || fail "set before the answer"
xdotool key Escape
within_time "the question goes" unseen question.yes
alive "Esc at a question"
type_value rules.radius 9000
xdotool key Return
within_time "the question again" seen question.yes
xdotool key Return
within_time "set when answered" logged '"key":"rules.radius","value":"9000.0"'
[[ $(sets rules.radius) == "9000.0 " ]] || fail "one event: $(sets rules.radius)"
xdotool mousemove --window "$window" 300 300 key space
within_time "a long step" in_long_step
step=$(column 2)
answers "during a long step" 3000
[[ $(column 2) == "$step" ]] || fail "the step had ended before the window answered: it was not long"
before=$(milliseconds)
xdotool key q
ends_with 0
echo "closed after $(($(milliseconds) - before)) ms during a long step"
grep -q "^$step steps," out.txt || fail "Esc waited for a step: $(cat out.txt) after step $step"
hash=$(sed -nE 's|^[0-9]+ steps.*hash=||p' out.txt)
logged "\"step\":$step,\"hash\":\"$hash\"" || fail "the hash of the last whole step is not in the log"

# 3. A million boids on the CPU.
start_window --preset benchmark --boids 1M --size 1200x900
answers "with a million boids" 3000
before=$(rows)
within_time "no notice" unseen message
point tool.goal
xdotool click 1
within_time "a click is answered" seen message
within_time "and pictures of the flock are drawn" frames $((before + 20))
xdotool key q
ends_with 0

# 4. Typed values: digits set nothing, Enter and leaving the field do, Esc does not.
start_window --preset book --boids 60 --size 1200x900
within_time "the speed" seen rules.max_speed
type_value rules.max_speed 2.75
[[ -z $(sets rules.max_speed) ]] || fail "digits are applied: $(sets rules.max_speed)"
xdotool key Return
within_time "Enter" logged '"key":"rules.max_speed","value":"2.75"'
type_value rules.max_speed 2.5
point section.Rules 30
settle
xdotool click 1
within_time "leaving the field" logged '"key":"rules.max_speed","value":"2.5"'
xdotool click 1
settle
type_value rules.max_speed 2.25
xdotool key Escape
settle
settle
[[ $(sets rules.max_speed) == "2.75 2.5 " ]] || fail "one event each: $(sets rules.max_speed)"
type_value rules.max_speed 2.125
xdotool key Tab
within_time "Tab" logged '"key":"rules.max_speed","value":"2.125"'
events=$(grep -c '"kind"' log.jsonl)
settle
xdotool key --delay 60 ctrl+a 3 Return
within_time "the next field" eval '(($(grep -c "\"kind\"" log.jsonl) > events))'
[[ $(sets rules.max_speed) == "2.75 2.5 2.125 " ]] || fail "Tab stays in its field: $(sets rules.max_speed)"
alive "Esc while typing"

# 5. Paused, it rests; hidden, it draws nothing and its flock goes on.
xdotool mousemove --window "$window" 300 300 key space
within_time "a paused window draws no more" quiet
before=$(ticks) drawn=$(rows)
sleep 3
used=$(($(ticks) - before)) drawn=$(($(rows) - drawn))
echo "paused for 3 s: $((used * 10)) ms of processor time, $drawn pictures"
[[ $drawn -le 2 ]] || fail "a paused window drew $drawn pictures in 3 seconds"
[[ $used -le 60 ]] || fail "a paused window used $((used * 10)) ms of 3 seconds"
xdotool key space
settle
xdotool windowunmap "$window"
within_time "a hidden window draws no more" quiet
step=$(column 2) drawn=$(rows)
sleep 2
[[ $(rows) == "$drawn" ]] || fail "a hidden window drew $(($(rows) - drawn)) pictures"
xdotool windowmap "$window"
within_time "shown again" frames $((drawn + 1))
shown=$(sed -n "$((drawn + 1))p" frames.csv | cut -d , -f 2)
[[ $shown -gt $((step + 10)) ]] || fail "the flock rests in a hidden window: step $shown after $step"
kill -TERM "$program"
ends_with 143
echo "The window answers, rests and stays."
