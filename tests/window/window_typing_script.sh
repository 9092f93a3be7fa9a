#!/usr/bin/env bash
# What is typed right after a click into a text is for the text and never acts as a key, at any number of frames a second, and after a
# click into the picture it is a key. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

for rate in 60 15 3; do
  rm -f log.jsonl frames.csv places.txt
  "$MURMUR" view --preset book --boids 60 --backend cpu --paused --size 1200x800 --fps $rate --log-events log.jsonl --overwrite \
    --frame-log frames.csv --panel-places places.txt >out.txt 2>&1 &
  program=$!
  find_window
  events() { grep -cE '"kind":"(set|restart|startle|gust|preset)"' log.jsonl || true; }
  # at_once FIRST ACTION...: the program sees all of it in one frame.
  at_once() {
    kill -STOP "$program"
    point "$1"
    xdotool click 1 type --delay 2 -- "$2"
    kill -CONT "$program"
    settle
    settle
  }
  at_once search "srwtp"
  [[ $(events) == 0 ]] || fail "$rate frames a second: letters of the search acted as keys: $(tail -n 3 log.jsonl)"
  within_time "the letters are in the search" unseen section.Rules
  xdotool key --delay 20 ctrl+a BackSpace
  within_time "an empty search" seen section.Rules
  kill -STOP "$program"
  xdotool mousemove --window "$window" 300 400 click 1 key b
  kill -CONT "$program"
  within_time "a key after a click into the picture" logged '"key":"rules.radius","value":"55.0"'
  xdotool key q
  ends_with 0
done
echo "What is typed is where the click was."
