#!/usr/bin/env bash
# A/B in the real window: two flocks side by side, the same steps, values in the left one alone, the mouse in both, and back to the
# start; the log of the left one replays. Needs a display (xvfb-run), xdotool and ImageMagick.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

boids() { [[ $(column 3) == "$1" ]]; }
differing() { compare -metric AE "left-$1.png" "right-$1.png" null: 2>&1 || true; }

"$MURMUR" view --backend cpu --preset book --boids 60 --paused --size 1240x700 --log-events log.jsonl \
  --frame-log frames.csv --panel-places places.txt >out.txt 2>err.txt &
program=$!
find_window
xdotool mousemove --window "$window" 300 300 key n n n n n
within_time "five steps" at_step 5

# Found by the search; the same values give the same picture and the same hash.
press search
xdotool type --delay 60 "side by side"
settle
press ab
within_time "two flocks" seen ab.start
xdotool mousemove --window "$window" 300 300 key n n n n n n n n n n
within_time "ten steps more" at_step 15
half same
[[ $(differing same) == 0 ]] || fail "$(differing same) pixels of the halves differ with the same values"
[[ $(convert left-same.png -format '%[fx:standard_deviation > 0.02]' info:) == 1 ]] || fail "there is no flock"

# A click in the right half is one at the same place of the world, and happens to both.
xdotool mousemove --window "$window" 300 300
settle
xdotool click 1
within_time "a boid more" boids 61
xdotool mousemove --window "$window" 751 300
settle
xdotool click 1
within_time "another boid" boids 62
places() { grep '"kind":"add"' log.jsonl | sed -E 's/.*"at":(\[[^]]*\]).*/\1/' | sort -u | wc -l; }
[[ $(grep -c '"kind":"add"' log.jsonl) == 2 && $(places) == 1 ]] || fail "the halves have other places"
half both
[[ $(differing both) == 0 ]] || fail "the boids were not added to both"

# A film has both halves.
if command -v ffmpeg >/dev/null; then
  save_as mp4
  within_time "a film" seen film.stop
  xdotool key n n n
  press film.stop
  within_time "the film is there" file_there murmur-001.mp4
  within_time "its first picture" ffmpeg -v error -y -sseof -0.1 -i murmur-001.mp4 -frames:v 1 film.png
  [[ $(identify -format %w film.png) == 900 ]] || fail "a film of $(identify -format %w film.png) pixels"
  [[ $(convert film.png -crop 340x330+541+170 -format '%[fx:standard_deviation > 0.02]' info:) == 1 ]] ||
    fail "the film has no right half"
fi
step=$(column 2)

# A value is set in A alone.
xdotool mousemove --window "$window" 300 300 key b
within_time "another radius" logged '"key":"rules.radius"'
for _ in $(seq 8); do xdotool key n n n n n; done
within_time "forty steps more" at_step $((step + 40))
half values
[[ $(differing values) -gt 200 ]] || fail "another radius gives the same picture"

# Both from the start, with the values of now.
press search
xdotool key ctrl+a
xdotool type --delay 60 "side by side"
press ab.start
within_time "the start" at_step 5
within_time "the boids of then" boids 60
xdotool key Escape
settle
xdotool mousemove --window "$window" 300 300 key n n n n n
within_time "steps from the start" at_step 10
kill -0 "$program" || fail "Esc ended the program"
xdotool key q
ends_with 0
b=$(sed -nE 's/^flock B at step 10: 60 boids, hash=//p' out.txt)
a=$(sed -nE 's/^10 steps, 60 boids, hash=//p' out.txt)
[[ -n $a && -n $b && $a != "$b" ]] || fail "A ends with $a, B with $b"
"$MURMUR" run --preset book --boids 60 --steps 10 --backend cpu >plain.txt 2>&1
grep -qF "$b" plain.txt || fail "B is not the flock with the values of before"
replayed=$("$MURMUR" replay log.jsonl --headless --backend cpu 2>/dev/null) || fail "replay: $replayed"
[[ $replayed == *"hash=$a" ]] || fail "replay ends at $replayed instead of $a"

# 2. Where two steps take long, the window asks first; during long steps the buttons work, too.
rm -f frames.csv places.txt
"$MURMUR" view --backend reference --preset murmuration --boids 8k --size 1240x700 --frame-log frames.csv \
  --panel-places places.txt >out.txt 2>err.txt &
program=$!
find_window
has_stepped() { [[ $(column 2) -gt 0 ]]; }
within_time "a step, whose time counts" has_stepped
for_researchers A/B
press ab
within_time "a question" seen question.yes
xdotool key Escape
within_time "no question" unseen question.yes
unseen ab.start || fail "Esc has begun A/B"
press ab
within_time "the question again" seen question.yes
xdotool key Return
within_time "two flocks" seen ab.start
press ab.start
press ab.swap
press ab
within_time "one flock" unseen ab.start
xdotool key q
settled() { ! kill -0 "$program" 2>/dev/null || { seen question.yes && xdotool key Return; }; }
within_time "the end" settled
ends_with 0
grep -qE '^flock B at step [0-9]+: 8000 boids, hash=[0-9a-f]{16}$' out.txt || fail "no sentence about B"
echo "Two flocks fly side by side."
