#!/usr/bin/env bash
# What must never end the window, played in the real one: folders and files that cannot be written. Needs a display
# (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

seen() { grep -qF -- "$1 " places.txt 2>/dev/null; }
alive() { kill -0 "$program" 2>/dev/null || fail "$1 ended the program"; }
place() { awk -v name="$1" '$1 == name { print $2, $3, $4, $5 }' places.txt; }
point() {
  local left top right bottom
  read -r left top right bottom < <(place "$1")
  xdotool mousemove --window "$window" $((left + (right - left) * ${2:-50} / 100)) $(((top + bottom) / 2))
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

echo "The window stays whatever cannot be written."
