#!/usr/bin/env bash
# Tracks in the real window: beside a flock that begins where they do, at its step, forwards and back, in pictures and films. The tracks
# are those of a flock, so that the one beside them is the same until a value is changed. Needs a display (xvfb-run), xdotool and ImageMagick.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

differing() { compare -metric AE "$1.png" "$2.png" null: 2>&1 || true; }

"$MURMUR" run --preset book --boids 60 --steps 40 --backend cpu --output tracks.csv --output-steps "$(seq -s , 5 40)" >plain.txt 2>&1
"$MURMUR" view --backend cpu --preset book --tracks tracks.csv --paused --size 1240x700 --frame-log frames.csv \
  --panel-places places.txt >out.txt 2>err.txt &
program=$!
find_window
within_time "the first step of the tracks" at_step 5
for_researchers A/B
within_time "two flocks" seen ab.start
unseen ab.swap || fail "values of tracks can be swapped"
xdotool mousemove --window "$window" 300 300 key n n n n n
within_time "five steps" at_step 10
half same
[[ $(differing left-same right-same) == 0 ]] || fail "$(differing left-same right-same) pixels of the halves differ"
[[ $(convert right-same.png -format '%[fx:standard_deviation > 0.02]' info:) == 1 ]] || fail "there are no tracks"

# A value is the flock's, and going back shows the tracks of then.
xdotool mousemove --window "$window" 300 300 key b
for _ in 1 2 3 4; do xdotool key n n n n n; done
within_time "twenty steps more" at_step 30
half other
[[ $(differing left-other right-other) -gt 200 ]] || fail "another radius gives the same picture"
[[ $(differing right-same right-other) -gt 200 ]] || fail "the tracks stand still"
for_researchers A/B
press ab.start
within_time "the start" at_step 5
xdotool mousemove --window "$window" 300 300 key n n n n n
within_time "five steps again" at_step 10
half again
[[ $(differing right-same right-again) == 0 ]] || fail "the tracks are others when they play again"
xdotool key q
settle
xdotool key Return  # the changed flock is not saved
ends_with 0
"$MURMUR" run --preset book --boids 60 --steps 10 --backend cpu >plain.txt 2>&1
tracks=$(sed -nE 's/^tracks at step 10: 60 boids, hash=//p' out.txt)
[[ -n $tracks ]] && grep -qF "$tracks" plain.txt || fail "the tracks end with $tracks"
program=

# A file that is none is refused, and so are tracks beside a flock that begins elsewhere.
refused() { ! "$MURMUR" view "$@" 2>err.txt && grep -qF -- "$wanted" err.txt; }
echo "step,id,x,y,vx,vy" >empty.csv
wanted="empty.csv: has no tracks" refused --preset book --tracks empty.csv || fail "an empty file is shown"
wanted="begins where the animals do" refused --tracks tracks.csv tracks.csv || fail "a state is shown beside tracks"
echo "The tracks play beside the flock."
