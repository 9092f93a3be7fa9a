#!/usr/bin/env bash
# The first minute: starlings at dusk with six flocks one click away, and the menu Open with the files of the folder. Needs a display
# (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

export XDG_CACHE_HOME=$work/cache
start_window() {
  rm -f log.jsonl frames.csv places.txt
  "$MURMUR" view --backend cpu --size 1280x800 --frame-log frames.csv --panel-places places.txt "$@" >out.txt 2>err.txt &
  program=$!
  find_window
}

start_window --log-events log.jsonl
head -n 1 log.jsonl | grep -q starlings || fail "what is seen first: $(head -n 1 log.jsonl | cut -c 1-200)"
# What the pictures of docs/window.md show is what the window shows: otherwise tools/window_pictures.sh takes them anew.
shown() { grep -oE '^(tool|section|show|picture|menu)\.[^0-9]*[^0-9 ]|^(gallery|surprise|present|open|save|help) ' places.txt | sed 's/ $//' | LC_ALL=C sort; }
as_pictured() { shown | diff - "$MURMUR_SOURCE_DIR/docs/images/$1.txt" >difference.txt; }
stale() { fail "docs/images/$1.png is stale: $(cat difference.txt)"; }
# The panel waits for its button. Tools fade beside a flock that is only watched.
within_time "a button opens the panel" seen_again open.Panel
unseen search || fail "the panel is open at first"
within_time "the tools fade" unseen tool.attract
unseen open.Panel || fail "the buttons stay"
xdotool mousemove --window "$window" 500 300
within_time "the pointer brings the tools back" seen tool.attract
xdotool key F2
within_time "the gallery" seen menu.close
settle
as_pictured gallery || stale gallery
xdotool key Escape
within_time "the gallery closes" unseen menu.close
press open.Panel
within_time "the panel" seen search
unseen open.Panel || fail "the button stays beside the panel"
settle
as_pictured window || stale window
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
within_time "flocks to draw for" logged '"kind":"preset","preset":"murmuration"'
seen "picture.Maze" || fail "the pictures do not stay"
press hide
within_time "the button Hide closes the panel" unseen search
seen open.Panel && seen "picture.Maze" || fail "no button opens the panel again, or the pictures are gone"
press open.Panel
within_time "the button Panel opens it again" seen search
xdotool key h
within_time "H hides the panel" unseen search
xdotool key h
within_time "H hides the text" unseen "picture.Maze"
xdotool key h
within_time "H shows both again" seen search
xdotool mousemove --window "$window" 300 300 mousedown 1
settle
xdotool mousemove --window "$window" 400 300
settle
xdotool mousemove --window "$window" 500 400
settle
xdotool mouseup 1
within_time "a wall" logged '"key":"wall[0]"'
# A word that is typed is a wall, and a surprise is one act.
press show.Walls
press wall.word
xdotool type --delay 60 WOW
settle
xdotool key Return
within_time "a word" logged "$XDG_CACHE_HOME/murmur/words/WOW-"
[[ -s $(echo "$XDG_CACHE_HOME"/murmur/words/WOW-*.png) ]] || fail "the picture of the word"
scroll_to surprise
press surprise
within_time "a surprise" logged '"key":"pairs"'
logged '"kind":"preset","preset":"murmuration"' 2 || fail "the surprise begins with the default preset"
xdotool mousemove --window "$window" 300 300 key ctrl+z
boids_back() { [[ $(column 3) == 4000 ]]; }
within_time "the flock of before is back" boids_back
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
# Without a log: that of the user would keep what would be lost.
led() { awk -F , 'NR > 1 && $4 > 0 { found = 1 } END { exit !found }' frames.csv; }
start_window
xdotool mousemove --window "$window" 400 300
settle
xdotool mousedown 1
settle
xdotool mouseup 1
within_time "the flock is led" led
click_at open.Panel
within_time "the panel" seen search
click_at "picture.Maze"
within_time "the first flock ends, and a push that has passed needs no saving" grep -q '7000 boids, hash=' out.txt
within_time "the walls of the maze are open in the panel" seen wall.word
seen "picture.Starlings" || fail "the pictures do not stay beside a scenario"
xdotool mousemove --window "$window" 300 300 key ctrl+z
within_time "Ctrl + Z in a flock without acts leaves it" grep -q '1500 boids, hash=' out.txt
within_time "the flock before it is there again" unseen wall.word
sleep 1
xdotool key ctrl+o
within_time "the menu Open" seen menu.mine.toml
sleep 1
click_at menu.mine.toml
again() { [[ $(grep -c '7000 boids, hash=' out.txt) == 2 ]]; }
within_time "the starlings end" again
within_time "the menu is closed" unseen menu.close
sleep 1
xdotool key q
ends_with 0
grep -q ' 7 boids, hash=' out.txt || fail "the file is not open: $(cat out.txt)"
grep -q "$work/mine.toml" cache/murmur/recent.txt || fail "it is not in mind: $(cat cache/murmur/recent.txt)"

# A flock that is always within a step gives its window to the next one.
start_window --preset starlings-show --boids 5000 --steps-per-second 10000
xdotool mousemove --window "$window" 400 300 key ctrl+o
within_time "the menu Open" seen menu.mine.toml
sleep 1
click_at menu.mine.toml
within_time "the starlings end" grep -q ' 5000 boids, hash=' out.txt
next_is_seen() { xdotool key F1; sleep 0.5; seen help.close; }
within_time "the window shows the next flock" next_is_seen
xdotool key Escape
sleep 1
xdotool key q
ends_with 0

# What is typed after a click on "A word" is the word, not keys.
start_window
xdotool mousemove --window "$window" 400 300
within_time "the buttons" seen "picture.A word"
click_at "picture.A word"
within_time "the field for a word" seen wall.word
sleep 1
xdotool type --delay 60 OWL
sleep 1
xdotool key Return
word_there() { compgen -G "cache/murmur/words/OWL-*.png" >/dev/null; }
within_time "the word is a wall" word_there
kill -TERM "$program"
ends_with 143
echo "The first minute is one click away."
