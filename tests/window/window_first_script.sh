#!/usr/bin/env bash
# The first minute: starlings at dusk with six flocks one click away, and the menu Open with the files of the folder. Needs a display
# (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

export XDG_CACHE_HOME=$work/cache
start_window() {
  rm -f log.jsonl frames.csv places.txt
  "$MURMUR" view --backend cpu --size 1280x800 --log-events log.jsonl --overwrite --frame-log frames.csv --panel-places places.txt \
    >out.txt 2>err.txt &
  program=$!
  find_window
}

start_window
head -n 1 log.jsonl | grep -q starlings || fail "what is seen first: $(head -n 1 log.jsonl | cut -c 1-200)"
wide() { awk '$1 == "search" { print $4 - $2 }' places.txt; }
before=$(wide)
xdotool mousemove --window "$window" $(awk '$1 == "search" { print $2 - 6 }' places.txt) 400
settle
xdotool mousedown 1
settle
xdotool mousemove_relative -- -150 0
settle
xdotool mouseup 1
settle
[[ $(wide) -gt $((before + 140)) ]] || fail "the panel is not wider: $(wide) after $before"
press "picture.Draw a wall"
within_time "a flat world" logged '"kind":"preset","preset":"book"'
within_time "the pictures go" unseen "picture.Maze"
xdotool mousemove --window "$window" 300 300 mousedown 1
settle
xdotool mousemove --window "$window" 400 300
settle
xdotool mousemove --window "$window" 500 400
settle
xdotool mouseup 1
within_time "a wall" logged '"key":"wall[0]"'
kill -TERM "$program"
ends_with 143

cat >mine.toml <<'TOML'
preset = "book"
boids = 7
TOML
# The frame log is of the first run, so places tell what is there.
click_at() {
  point "$1"
  sleep 0.5
  xdotool mousedown 1
  sleep 0.5
  xdotool mouseup 1
}
start_window
click_at "picture.Maze"
within_time "the run of the first flock ends" grep -q '5000 boids, hash=' out.txt
within_time "no pictures beside a flock that was chosen" unseen "picture.Maze"
sleep 1
xdotool mousemove --window "$window" 300 300 key ctrl+o
within_time "the menu Open" seen menu.mine.toml
sleep 1
click_at menu.mine.toml
within_time "the maze ends" grep -q '1500 boids, hash=' out.txt
within_time "the menu is closed" unseen menu.close
sleep 1
xdotool key q
ends_with 0
grep -q ' 7 boids, hash=' out.txt || fail "the file is not open: $(cat out.txt)"
grep -q "$work/mine.toml" cache/murmur/recent.txt || fail "it is not in mind: $(cat cache/murmur/recent.txt)"
echo "The first minute is one click away."
