#!/usr/bin/env bash
# Plays a user in front of the real window: clicks and keys must arrive as the right events, and the log of
# what was done must replay to the same bits on the reference backend. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

# Nothing outside this folder, and no GPU, may change what is tested.
murmur() { "$MURMUR" "$@"; }
frame_rows() { [[ $(wc -l <"$1") -gt $2 ]]; }
start_window() {
  rm -f log.jsonl frames.csv
  "$MURMUR" view --backend cpu --size 900x600 --log-events log.jsonl --frame-log frames.csv --overwrite "$@" >out.txt 2>&1 &
  program=$!
  find_window
}
# number KEY INDEX EVENT-KIND: a coordinate of the newest event of that kind.
place() { grep -F "\"kind\":\"$1\"" log.jsonl | tail -n 1 | sed -E 's/.*"at":\[([^]]*)\].*/\1/'; }
# near "X,Y" "X,Y": the same place to a thousandth.
near() {
  awk -v a="$1" -v b="$2" 'BEGIN {
    split(a, p, ","); split(b, q, ",");
    for (k = 1; k <= 2; ++k) if ((p[k] - q[k])^2 > 1e-6) exit 1
  }' || fail "place $1 instead of $2"
}

# 1. A paused book flock. The world of 640x480 fits into 900x600 less 43 pixels for the status above and 49 for the time bar
#    below: 1.0583 pixels per unit. The window's middle is 3 pixels below (320, 240), y points up, a click means the middle
#    of its pixel.
start_window --preset book --boids 60 --paused
kill -STOP "$program"  # one slow frame: the click is where the pointer was
xdotool mousemove --window "$window" 600 300 click 1 mousemove --window "$window" 100 500
kill -CONT "$program"
within_time "click adds a boid" logged '"kind":"add"'
near "$(place add)" "462.204724,236.692913"
xdotool mousemove --window "$window" 400 200 click 3
within_time "right click scatters" logged '"kind":"scatter"'
near "$(place scatter)" "273.228346,331.181102"
logged '"strength":0.1' || fail "strength of the scatter"
[[ $(grep -F '"kind":"scatter"' log.jsonl) != *'"radius"'* ]] || fail "a seed preset's scatter has no radius"

xdotool mousemove --window "$window" 200 400 mousedown 1
settle
xdotool mousemove --window "$window" 250 400
settle
xdotool mouseup 1
within_time "drag paints" logged '"kind":"add"' 6  # the click, the press, and one each 12 of 50 pixels
near "$(place add)" "129.606299,142.204724"        # the last stroke, at x = 248

# Panning by (60, -40) pixels and zooming move what a click means, and are no events.
xdotool keydown shift mousemove --window "$window" 500 500 mousedown 1
settle
xdotool mousemove --window "$window" 560 460
settle
xdotool mouseup 1 keyup shift
settle
xdotool mousemove --window "$window" 600 300 click 1
within_time "click after panning" logged '"kind":"add"' 7
near "$(place add)" "405.511811,198.897638"
xdotool click 4
settle
xdotool click 1
within_time "click after zooming" logged '"kind":"add"' 8
near "$(place add)" "405.511811,198.897638"
xdotool key f mousemove --window "$window" 450 300 click 1
within_time "click after fitting" logged '"kind":"add"' 9
near "$(place add)" "320.472441,236.692913"

# Single steps, then what the keys do; the log's steps tell how many were taken.
xdotool key n n n
settle
xdotool key r
within_time "R restarts after three steps" logged '"step":3,"kind":"restart"'
xdotool key b
within_time "B grows the radius" logged '"key":"rules.radius","value":"55.0"'
xdotool key s s
within_time "S shrinks it" logged '"key":"rules.radius","value":"45.0"'
xdotool key F12
within_time "screenshot" file_there murmur-001.png
settle
xdotool key question
settle
xdotool key F12
within_time "second screenshot" file_there murmur-002.png
! cmp -s murmur-001.png murmur-002.png || fail "the help list changes nothing on the screen"
xdotool key F1 h h h  # the panel, which gave way to the narrow window; no panel; no text
settle
xdotool key space
within_time "Space goes on" logged '"step":60,"hash"'
xdotool key plus p
within_time "P goes to the next preset" logged '"kind":"preset","preset":"book-centroid"'
xdotool mousemove --window "$window" 100 100 click 1
within_time "click while running" logged '"kind":"add"' 10
xdotool key w
within_time "W sends a gust" logged '"kind":"gust"'
xdotool key m
within_time "M makes the flock flee the pointer" logged '"key":"cursor","value":"{ mode = \"flee\", radius = 100.0, push = 0.5 }"'
within_time "its place" logged '"key":"cursor.at"'
moves=$(grep -cF '"cursor.at"' log.jsonl)
xdotool mousemove --window "$window" 300 320
within_time "the cursor follows the pointer" logged '"key":"cursor.at"' $((moves + 1))
xdotool key l
within_time "L starts a log of frames" file_there murmur-frames-001.csv
xdotool key c
within_time "steps on the other backend" frame_rows murmur-frames-001.csv 10
xdotool key l c
settle
xdotool key q
ends_with 0
grep -qE '^murmur-frames-001.csv: [0-9]+ frames: median .* over 16.7 ms' out.txt || fail "summary of the key's log"
grep -qE '^frames.csv: [0-9]+ frames: median .*, p95 .*, p99 .*, worst ' out.txt || fail "summary of --frame-log"
grep -qE '^[0-9]+ steps, 101 boids, hash=[0-9a-f]{16}$' out.txt || fail "last line"
hash=$(sed -nE 's/.*hash=//p' out.txt)
logged "\"hash\":\"$hash\"" || fail "the last hash is not in the log"
replayed=$(murmur replay log.jsonl --headless --backend reference 2>/dev/null) || fail "replay: $replayed"
[[ $replayed == *"hash=$hash" ]] || fail "replay ends at $replayed instead of $hash"

# 2. The murmuration's larger brush and limited scatter; a signal ends the window and leaves a whole log.
start_window --boids 500
xdotool mousemove --window "$window" 450 300 click 1 click 3
within_time "brush of a hundred" logged '"count":100'
within_time "limited scatter" logged '"radius":332.335'
within_time "steps" logged '"hash"'
kill -TERM "$program"
ends_with 143
murmur replay log.jsonl --headless --backend reference >/dev/null 2>&1 || fail "replay after a signal"

# 3. Three dimensions, a given number of frames, a picture.
start_window --preset cis565 --boids 200 --frames 30 --screenshot last.png --draw arrow --background light \
  --no-vsync --fps 100
ends_with 0
file_there last.png || fail "--screenshot"
[[ $(convert last.png -format '%[fx:mean > 0.7]' info:) == 1 ]] || fail "--background light is not"
[[ $(wc -l <frames.csv) == 31 ]] || fail "--frames 30 drew $(wc -l <frames.csv) rows"
murmur replay log.jsonl --headless --backend reference >/dev/null 2>&1 || fail "replay of 3D"

# The size of text and controls.
for size in 1 1.5; do
  murmur view --backend cpu --preset book --boids 30 --frames 4 --size 1200x800 --panel shown --interface $size \
    --panel-places places-$size.txt >out.txt || fail "--interface $size"
done
wide() { awk '$1 == "search" { print $4 - $2 }' "places-$1.txt"; }
awk -v large="$(wide 1.5)" -v usual="$(wide 1)" 'BEGIN { exit !(large > 1.45 * usual && large < 1.55 * usual) }' ||
  fail "--interface 1.5: a search of $(wide 1.5) pixels, $(wide 1) without it"
code=0
murmur view --preset book --interface 3 2>err.txt || code=$?
[[ $code == 2 ]] && grep -qF "'3' is not allowed: 0.85, 1, 1.25, 1.5, 2" err.txt || fail "--interface 3: $code, $(cat err.txt)"

# 4. Steps before the first picture; no flock named: a world with the shape of the picture; a window that the screen has room for.
murmur view --backend cpu --preset book --boids 30 --warm-up 50 --paused --frames 2 --size 900x600 --frame-log frames.csv --overwrite >out.txt
grep -q '^50 steps, 30 boids' out.txt || fail "--warm-up: $(cat out.txt)"
[[ $(sed -n 2p frames.csv | cut -d , -f 2) == 50 ]] || fail "the first picture is of step $(sed -n 2p frames.csv | cut -d , -f 2)"
rm log.jsonl
murmur view --backend cpu --warm-up 0 --frames 2 --size 900x600 --panel hidden --palette fire --log-events log.jsonl >/dev/null
head -n 1 log.jsonl | grep -oE 'size = \[[0-9.]+, [0-9.]+\]' | head -n 1 | tr -d 'size=[,]' |
  awk '{ exit !($1 / $2 > 1.49 && $1 / $2 < 1.51) }' || fail "the world has not the picture's shape: $(head -n 1 log.jsonl)"
rm log.jsonl
murmur view --backend cpu --warm-up 0 --frames 2 --size 900x600 --log-events log.jsonl >out.txt
head -n 1 log.jsonl | grep -q 'preset = \\"starlings-show\\"' || fail "what is seen first: $(head -n 1 log.jsonl | cut -c 1-200)"
grep -q '7000 boids' out.txt || fail "the flock's own number of boids: $(cat out.txt)"
murmur view --backend cpu --preset book --boids 10 --frames 3 --size 5000x4000 --screenshot large.png >/dev/null
[[ $(identify -format '%[fx:w<5000 && h<4000]' large.png) == 1 ]] || fail "a window of $(identify -format %wx%h large.png)"

# 5. Faults are one line, and no window.
code=0
DISPLAY='' murmur view --frames 1 >out.txt 2>&1 || code=$?
[[ $code == 1 && $(cat out.txt) == *"no display"*"murmur render"* ]] || fail "no display: exit code $code"
code=0
murmur view --size 12 >out.txt 2>&1 || code=$?
[[ $code == 2 ]] || fail "--size 12: exit code $code"
echo "The window does what its user does."
