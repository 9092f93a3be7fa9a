#!/usr/bin/env bash
# Draws walls in the real window: a drag is one event, Shift draws straight, Ctrl + Z and a right click take walls away, and the log
# replays to the same bits. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

drag() {  # SHIFT X,Y...
  local shift=$1 at
  shift
  xdotool mousemove --window "$window" "${1%,*}" "${1#*,}"
  settle
  [[ $shift == no ]] || xdotool keydown shift
  xdotool mousedown 1
  settle
  for at in "${@:2}"; do
    xdotool mousemove --window "$window" "${at%,*}" "${at#*,}"
    settle
  done
  xdotool mouseup 1
  [[ $shift == no ]] || xdotool keyup shift
  settle
}

"$MURMUR" view --backend cpu --size 900x600 --preset book --boids 60 --seed 5 --paused --panel hidden --panel-places places.txt \
  --log-events log.jsonl --frame-log frames.csv --overwrite >out.txt 2>&1 &
program=$!
find_window
press tool.wall
drag no 250,150 400,150 400,300 250,300 252,152
within_time "a closed wall" logged '"key":"wall[0]"'
logged '"closed":true' || logged 'closed = true' || fail "it is not closed"
[[ $(grep -cF '"kind":"set"' log.jsonl) == 1 ]] || fail "a drag is one event"
drag yes 500,200 550,350 650,400
within_time "a straight wall" logged '"key":"wall[1]"'
xdotool key F12
within_time "screenshot" file_there murmur-001.png
drag no 650,400 700,300
within_time "its end moves" logged '"key":"wall[1].points"'
xdotool mousemove --window "$window" 300 250 click 3
within_time "a right click inside removes the closed one" logged '"kind":"set","key":"wall[0]"' 2
xdotool key ctrl+z
settle
xdotool key F12
within_time "second screenshot" file_there murmur-002.png
xdotool key n n n
settle
xdotool key q
ends_with 0
# The line of the closed wall is in both pictures, the place that the end has left in the first alone.
# On a white ground walls are dark.
light() { convert "$1" -crop 3x3+"$2"+"$3" -colorspace Gray -format '%[fx:100*minima]' info:; }
drawn() { awk -v a="$(light "$@")" 'BEGIN { exit !(a < 60) }'; }
drawn murmur-001.png 399 220 || fail "the closed wall is not drawn"
drawn murmur-002.png 399 220 || fail "the closed wall is not drawn again after Ctrl + Z"
drawn murmur-001.png 610 346 || fail "the straight wall is not drawn"
! drawn murmur-002.png 610 346 || fail "the straight wall is drawn where it was"
hash=$(sed -nE 's/.*hash=//p' out.txt)
replayed=$("$MURMUR" replay log.jsonl --headless --backend reference 2>/dev/null) || fail "replay: $replayed"
[[ $replayed == *"hash=$hash" ]] || fail "replay ends at $replayed instead of $hash"
