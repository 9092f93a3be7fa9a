#!/usr/bin/env bash
# What the entry Share of the menu Ctrl + S writes: a film, the scenario and the event log in one folder; and that nothing is left of a
# share that is cancelled, or fails. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

command -v ffmpeg >/dev/null || skip "ffmpeg is not installed"
share() {
  save_as share
  within_time "the menu closes" unseen menu.close
}
gone() { [[ ! -e $1 ]]; }
start_window() {  # WORDS BEFORE THE PROGRAM...
  rm -f frames.csv places.txt
  "$@" "$MURMUR" view --backend cpu --preset book --boids 60 --paused --size 1000x700 --frame-log frames.csv --scene dusk \
    --steps-per-second 1 --panel-places places.txt >out.txt 2>err.txt &
  program=$!
  find_window
  xdotool mousemove --window "$window" 300 300 key n n n
  settle
}

# Three files. One step a second, so that the film has ten pictures.
start_window
press tool.add
xdotool mousemove --window "$window" 300 300 click 1
boids() { [[ $(column 3) == 61 ]]; }
within_time "a boid more" boids
share
within_time "the film" file_there murmur-001/murmur-001.mp4
within_time "the sign is gone" unseen share.stop
within_time "the button of the notice" seen message.button
[[ $(cd murmur-001 && echo *) == "murmur-001.jsonl murmur-001.mp4 murmur-001.toml" ]] || fail "files: $(ls -A murmur-001)"
facts=$(ffprobe -v error -select_streams v -show_entries stream=width,height,duration -of csv=p=0 murmur-001/murmur-001.mp4)
[[ $facts == 1920,1080,10.0* ]] || fail "a film of $facts"
grep -q 'scene = "dusk"' murmur-001/murmur-001.toml || fail "the look of the window is not in the scenario"
"$MURMUR" run murmur-001/murmur-001.toml --steps 3 >/dev/null || fail "the scenario does not run"
"$MURMUR" replay murmur-001/murmur-001.jsonl --headless --backend reference >replayed.txt 2>/dev/null || fail "the log does not replay"
grep -q 'steps=3 boids=61' replayed.txt || fail "the log: $(cat replayed.txt)"

# Cancelled by its button, and by quitting: a film of 300 pictures is not ready yet.
xdotool key plus plus plus plus plus
share
within_time "the sign" seen share.stop
within_time "the second folder" file_there murmur-002/murmur-002.toml
press share.stop
within_time "the cancelled share is gone" gone murmur-002
share
within_time "the second folder again" file_there murmur-002/murmur-002.toml
xdotool key q
within_time "the question" seen question.yes
settle
xdotool key Return
ends_with 0
gone murmur-002 || fail "quitting leaves $(ls -A murmur-002)"

# Without ffmpeg: the other files.
start_window env PATH=/nowhere
share
within_time "the folder" seen message.button
[[ $(cd murmur-002 && echo *) == "murmur-002.jsonl murmur-002.toml" ]] || fail "without ffmpeg: $(ls -A murmur-002)"
kill -TERM "$program"
ends_with 143

# An ffmpeg that fails: nothing.
mkdir tools
printf '#!/bin/sh\necho "no room" >&2\nexit 1\n' >tools/ffmpeg
chmod +x tools/ffmpeg
start_window env PATH="$work/tools"
share
within_time "the notice" seen message
within_time "the failed share is gone" gone murmur-003
kill -TERM "$program"
ends_with 143

# A process of the film that is killed: nothing, too.
start_window
xdotool key plus plus plus plus plus
share
part() { compgen -G 'murmur-003/*.part' >/dev/null; }
within_time "a part of the film" part
kill -KILL "$(pgrep -P "$program" -f -- --resume)"
within_time "the killed share is gone" gone murmur-003
kill -TERM "$program"
ends_with 143
[[ $(echo murmur-*) == "murmur-001 murmur-002" ]] || fail "left over: $(ls -A)"
echo "The window shares a flock."
