#!/usr/bin/env bash
# What must never freeze or end the window, played in the real one: folders and files that cannot be written, a step
# of a minute, values half typed, a window that nobody looks at. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

start_window() {
  rm -f log.jsonl frames.csv places.txt
  "$MURMUR" view --backend cpu --log-events log.jsonl --frame-log frames.csv --panel-places places.txt "$@" \
    >out.txt 2>err.txt &
  program=$!
  find_window
}
seen() { grep -qF -- "$1 " places.txt 2>/dev/null; }
unseen() { ! seen "$1"; }
alive() { kill -0 "$program" 2>/dev/null || fail "$1 ended the program"; }
place() { awk -v name="$1" '$1 == name { print $2, $3, $4, $5 }' places.txt; }
point() {
  local left top right bottom
  read -r left top right bottom < <(place "$1")
  xdotool mousemove --window "$window" $((left + (right - left) * ${2:-50} / 100)) $(((top + bottom) / 2))
}
sets() { grep -F "\"key\":\"$1\"" log.jsonl | sed -E 's/.*"value":"([^"]*)".*/\1/' | tr '\n' ' '; }
# Processor time of the program so far, all its threads [clock ticks, 100 a second].
ticks() { awk '{ print $14 + $15 }' "/proc/$program/stat"; }
milliseconds() { echo $(($(date +%s%N) / 1000000)); }

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
xdotool key Escape
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

# 2. A value that makes a step dear is asked for; said yes to, the window answers during the step.
start_window --preset murmuration --boids 40k --size 1200x900
within_time "the radius" seen rules.radius
type_value() {  # CONTROL TEXT
  point "$1"
  settle
  xdotool keydown ctrl mousedown 1
  settle
  xdotool mouseup 1 keyup ctrl
  settle
  xdotool key ctrl+a
  xdotool type --delay 60 "$2"
  settle
}
type_value rules.radius 9000
[[ -z $(sets rules.radius) ]] || fail "values half typed are posted: $(sets rules.radius)"
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
sleep 1  # the step of many seconds is under way
xdotool mousemove --window "$window" 300 500
times=()
for key in plus minus plus minus plus minus plus; do
  within_time "no notice" unseen message
  before=$(milliseconds)
  xdotool key "$key"
  until seen message; do
    sleep 0.005
    [[ $(($(milliseconds) - before)) -lt 20000 ]] || fail "no answer within 20 seconds during a long step"
  done
  times+=($(($(milliseconds) - before)))
done
middle=$(printf '%s\n' "${times[@]}" | sort -n | sed -n 4p)
echo "answers during a long step: ${times[*]} ms"
# A busy machine answers later, but not after the step.
calm=$(awk -v cores="$(nproc)" '{ print ($1 < cores) ? 100 : 1000 }' /proc/loadavg)
[[ $middle -le $calm ]] || fail "answers during a long step took $middle ms, more than $calm"
kill -KILL "$program"
wait "$program" 2>/dev/null || true
program=

# 3. Typed values: digits post nothing, Enter and leaving the field do, Esc does not.
start_window --preset book --boids 60 --size 1200x900
within_time "the slowest speed" seen rules.min_speed
type_value rules.min_speed 0.75
[[ -z $(sets rules.min_speed) ]] || fail "digits are posted: $(sets rules.min_speed)"
xdotool key Return
within_time "Enter" logged '"key":"rules.min_speed","value":"0.75"'
type_value rules.min_speed 0.5
point section.Rules 30
settle
xdotool click 1
within_time "leaving the field" logged '"key":"rules.min_speed","value":"0.5"'
xdotool click 1
settle
type_value rules.min_speed 0.25
xdotool key Escape
settle
sleep 0.5
[[ $(sets rules.min_speed) == "0.75 0.5 " ]] || fail "one event each: $(sets rules.min_speed)"
alive "Esc while typing"

# 4. Paused, it rests; hidden, it draws nothing.
xdotool mousemove --window "$window" 300 500 key space
sleep 7  # the notice and the last sample are over
before=$(ticks) rows=$(wc -l <frames.csv)
sleep 3
used=$(($(ticks) - before)) drawn=$(($(wc -l <frames.csv) - rows))
echo "paused for 3 s: $((used * 10)) ms of processor time, $drawn pictures"
[[ $drawn -le 2 ]] || fail "a paused window drew $drawn pictures in 3 seconds"
[[ $used -le 30 ]] || fail "a paused window used $((used * 10)) ms of 3 seconds"
xdotool key space
settle
xdotool windowunmap "$window"
sleep 1
rows=$(wc -l <frames.csv)
sleep 2
drawn=$(($(wc -l <frames.csv) - rows))
[[ $drawn == 0 ]] || fail "a hidden window drew $drawn pictures"
step=$(column 2)
xdotool windowmap "$window"
within_time "shown again" frames $((rows + 3))
[[ $(column 2) -gt $((step + 60)) ]] || fail "the flock rests in a hidden window"
kill -TERM "$program"
ends_with 143
echo "The window answers, rests and stays."
