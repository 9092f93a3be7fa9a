#!/usr/bin/env bash
# Plays a user of the panel's section Species in the real window: drags and types cells, takes them back, and adds boids of a species.
# Needs xvfb-run, xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

cat >hunt.toml <<'TOML'
preset = "book"
boids = 60
[[species]]
name = "prey"
[[species]]
name = "hunter"
count = 5
TOML
"$MURMUR" view hunt.toml --backend cpu --size 1200x1000 --log-events log.jsonl --frame-log frames.csv --panel-places places.txt \
  >out.txt 2>&1 &
program=$!
find_window

scroll_to "pairs.alignment[0][1]"
point "pairs.alignment[0][1]"
settle
xdotool mousedown 1
settle
for left in 20 40 60 80; do
  point "pairs.alignment[0][1]"
  xdotool mousemove_relative -- -$left 0
  settle
done
xdotool mouseup 1
settle
last() { grep -F '"key":"pairs.alignment[0][1]"' log.jsonl | tail -n 1 | sed -E 's/.*"value":"([^"]*)".*/\1/'; }
awk -v a="$(last)" 'BEGIN { exit !(a > -1.3 && a < -0.8) }' || fail "80 of 320 pixels to the left made $(last) of 1"
xdotool key ctrl+z
within_time "the drag is taken back" logged '"key":"pairs"'

type_value "pairs.alignment[1][0]" -0.75
xdotool key Return
within_time "a typed entry" logged '"key":"pairs.alignment[1][0]","value":"-0.75"'

press "species[1].colour"
xdotool mousemove --window "$window" 300 450 click 1
within_time "a boid of the species" logged '"species":"hunter"'

xdotool key q
ends_with 0
"$MURMUR" replay log.jsonl --headless >out.txt 2>&1 || fail "the log does not replay"
