#!/usr/bin/env bash
# The presentation shows flock after flock without text, whatever the pointer does, and gives the user's flock, panel and camera back as
# they were. Needs a display (xvfb-run), xdotool and ImageMagick.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

preset_is() { [[ $(column "$preset_column") == "\"$1\"" ]]; }
picture() { import -window "$window" "$1"; }

"$MURMUR" view --backend cpu --preset book --boids 60 --paused --size 1000x700 --frame-log frames.csv \
  --panel-places places.txt >out.txt 2>err.txt &
program=$!
find_window
preset_column=$(head -n 1 frames.csv | tr , '\n' | grep -nx preset | cut -d : -f 1)
xdotool mousemove --window "$window" 300 300 key n n n
settle
xdotool click 1  # a change that nobody has saved
boids() { [[ $(column 3) == "$1" ]]; }
within_time "a boid more" boids 61
xdotool click 4  # the camera is nearer
xdotool mousemove --window "$window" 900 690
settle
picture before.png

# The keys: Right for the next flock. The pointer and buttons end nothing and change nothing.
xdotool key F5
within_time "the first flock" preset_is starlings-show
xdotool mousemove --window "$window" 200 200 click 1 click 3 click 4 mousemove --window "$window" 400 300 key n b p
settle
preset_is starlings-show || fail "the pointer or a key has ended the presentation"
picture shown.png
[[ $(convert shown.png -crop 140x30+0+0 -colorspace gray -format '%[fx:standard_deviation < 0.05]' info:) == 1 ]] ||
  fail "there is text over the picture"
for next in starlings murmuration starlings-show cis565 couzin-torus starlings-show; do  # the first starlings-show is the peregrine
  xdotool key Right
  within_time "the next flock, $next" preset_is $next
done
[[ $(column 3) == 7000 ]] || fail "$(column 3) starlings"

# Back: the same flock, camera and panel, and its log goes on.
xdotool mousemove --window "$window" 900 690 key Escape
within_time "the flock of before" preset_is book
settle
picture after.png
# The rate in the line at the top, notices at the foot and the live times of the panel are others.
for part in 640x480+20+60 340x330+660+0; do
  for name in before after; do convert $name.png -crop $part +repage part-$name.png; done
  different=$(compare -metric AE part-before.png part-after.png null: 2>&1 || true)
  [[ $different == 0 ]] || fail "$different pixels of $part are others than before"
done
[[ $(column 2) == 3 && $(column 3) == 61 ]] || fail "step $(column 2) with $(column 3) boids instead of step 3 with 61"
xdotool key n
settle
[[ $(column 2) == 4 ]] || fail "the flock does not go on: step $(column 2)"
xdotool key ctrl+Left
within_time "undo" boids 60
xdotool key ctrl+Right
within_time "done again" boids 61

# The button of the panel begins one, too; Q there asks, as everywhere.
press present
within_time "the presentation" preset_is starlings-show
xdotool key q
within_time "the question" seen question.yes
settle
xdotool key Escape
save_as log
within_time "the log" file_there murmur-001.jsonl
"$MURMUR" replay murmur-001.jsonl --headless --backend reference >/dev/null 2>&1 || fail "the log does not replay"
[[ $(grep -c '"kind"' murmur-001.jsonl) == 1 ]] || fail "the presentation has changed the user's flock: $(cat murmur-001.jsonl)"
settle
xdotool key q  # what is saved is not asked about
ends_with 0
echo "The presentation shows flocks and gives the user's back."
