#!/usr/bin/env bash
# A flock that was changed is not replaced without a question, what is saved counts as saved, and what is open takes all keys, in the
# real window. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

choose_scenario() {
  xdotool key F2
  within_time "the gallery" seen menu.close
  settle
  xdotool type obstacle
  within_time "what was typed is found" unseen menu.starlings
  xdotool key Return
}

start_window() {
  rm -f frames.csv places.txt
  "$MURMUR" view --backend cpu --preset book --boids 60 --paused --size 1000x700 --frame-log frames.csv \
    --panel-places places.txt >out.txt 2>err.txt &
  program=$!
  find_window
  xdotool mousemove --window "$window" 300 300
}

# A scenario of the gallery would replace what was changed.
start_window
xdotool key b
settle
choose_scenario
within_time "a question" seen question.yes
xdotool key space b r
settle
xdotool key Escape
within_time "the question goes" unseen question.yes
[[ $(column 2) == 0 && $(column 3) == 60 ]] || fail "keys act behind a question"
grep -q 'hash=' out.txt && fail "the run has ended"

# Saved, it is no longer asked about; a further change is.
save() {
  save_as "$1"
  within_time "the menu closes" unseen menu.close
  within_time "the file" file_there "$2"
}
save scenario murmur-001.toml
grep -q 'radius = 55' murmur-001.toml || fail "one change of the radius: $(grep radius murmur-001.toml)"
settle
choose_scenario
within_time "a question is not asked" grep -q 'hash=' out.txt
kill -TERM "$program"
ends_with 143

# Q while Save is open asks at once, and Stay goes back to it.
start_window
xdotool key b
settle
xdotool key ctrl+s
within_time "the menu" seen menu.close
settle
xdotool key r  # nothing: the menu is open
settle
xdotool key q
within_time "a question" seen question.yes
xdotool key q q  # held too long: no answer
settle
unseen menu.close || fail "the question is behind the menu"
xdotool key Escape
within_time "the menu again" seen menu.close
xdotool key Escape
within_time "the menu closes" unseen menu.close
save log murmur-001.jsonl
grep -q restart murmur-001.jsonl && fail "R restarts behind the menu"
settle
xdotool key q
ends_with 0

# Presets that are only looked at are no changes; a question about a change leads to the menu Save.
start_window
xdotool key p
settle
xdotool key p
settle
xdotool key q
ends_with 0
start_window
xdotool key b
settle
xdotool key q
press question.save
within_time "the menu of the question" seen menu.close
unseen question.yes || fail "the question is still there"
press menu.checkpoint
within_time "the menu closes" unseen menu.close
within_time "the file" file_there murmur-001.checkpoint
settle
xdotool key q
ends_with 0
echo "Nothing is lost without a question."
