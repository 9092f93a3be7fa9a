#!/usr/bin/env bash
# Plays a user at the panel of the real window: drags, chooses, types, presses, and looks at the log, the output
# and the screen for what that did. Controls are found by name (view --panel-places). Needs xvfb-run, xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

boids() { [[ $(column 3) == "$1" ]]; }
beyond_step() { [[ $(column 2) -gt $1 ]]; }
start_window() {
  rm -f log.jsonl frames.csv places.txt
  "$MURMUR" view --backend cpu --size 1200x900 --log-events log.jsonl --frame-log frames.csv --overwrite \
    --panel-places places.txt "$@" >out.txt 2>&1 &
  program=$!
  find_window
  within_time "the panel is shown" seen preset
}
end_window() {
  xdotool key q
  ends_with 0
}
# choose CONTROL WORD: from a list that opens.
choose() {
  press "$1"
  press "$1=$2" 20
}
pixel() { convert "$1" -format "%[pixel:p{$2}]" info:; }

# 1. A small flock that flies while its user turns everything.
start_window --preset book --boids 60 --colour heading
within_time "the radius" seen rules.radius
before=$(wc -l <frames.csv)
point rules.radius 25
settle
xdotool mousedown 1
settle
for share in 28 31 34 37 40 43 46 49 52 55 58 60; do point rules.radius $share; done
settle
xdotool mouseup 1
settle
sets() { grep -F '"key":"rules.radius"' log.jsonl | sed -E 's/.*"value":"([^"]*)".*/\1/'; }
last=$(sets | tail -n 1)
awk -v r="$last" 'BEGIN { exit !(r > 105 && r < 135) }' || fail "60 % of a slider from 0 to 200 set a radius of $last"
[[ $(sets | wc -l) -le $(($(wc -l <frames.csv) - before + 1)) ]] || fail "more than one event in a frame"
[[ $(sets) == "$(sets | uniq)" ]] || fail "an event without a change"
press rules.radius.reset
within_time "reset" logged '"key":"rules.radius","value":"50.0"'

# The card of a rule: alone, all as before, off and on.
press rules.cohesion.weight.alone
within_time "cohesion alone" logged '"key":"rules","value":"{ separation = { weight = 0.0 }, alignment = { weight = 0.0 }, cohesion = { weight = 1.0 } }"'
press rules.cohesion.weight.alone
within_time "all rules again" logged '"key":"rules","value":"{ separation = { weight = 1.0 }, alignment = { weight = 1.0 }, cohesion = { weight = 1.0 } }"'
press rules.alignment.weight.on
within_time "alignment off" logged '"key":"rules.alignment.weight","value":"0.0"'
press rules.alignment.weight.on
within_time "alignment on" logged '"key":"rules.alignment.weight","value":"1.0"'

# From the panel into the picture in one move: the pointer is there.
xdotool mousemove --window "$window" 300 450
settle
xdotool key m
within_time "the flock flees the pointer where it is" logged '"key":"cursor.at","value":"[184.'
xdotool key m m
within_time "the flock ignores the pointer" logged '"key":"cursor","value":""'

# Ctrl + click types; Esc then ends the typing and not the program.
type_value rules.max_speed 2.75
xdotool key Return
within_time "a typed number" logged '"key":"rules.max_speed","value":"2.75"'
# A comma is what it is meant to be; what may mean two numbers, and what the key cannot have, is refused with a notice.
type_value rules.max_speed 2,65
xdotool key Return
within_time "a typed comma" logged '"key":"rules.max_speed","value":"2.65"'
events=$(grep -c '"kind"' log.jsonl)
for text in 1,234 5kg 1e400; do
  within_time "the notice before is gone" unseen message
  type_value rules.max_speed "$text"
  xdotool key Return
  within_time "the notice about $text" seen message
done
[[ $(grep -c '"kind"' log.jsonl) == "$events" ]] || fail "a refused number was used: $(tail -n 1 log.jsonl)"
# The search finds tools and keys, too, by words that people use; Ctrl + A within one frame selects all.
press search
xdotool type record
within_time "saving by the search" seen "found.key.Ctrl + S"
for word in hawk obstacle; do
  kill -STOP "$program"  # one long frame
  xdotool type ore
  xdotool key ctrl+a
  xdotool type $word
  kill -CONT "$program"
  within_time "the search for $word" seen "found.tool.$([[ $word == hawk ]] && echo 5 || echo 4)"
done
unseen "found.key.Ctrl + S" || fail "Ctrl + A did not select the first word"
xdotool key ctrl+a BackSpace
within_time "the panel again" seen rules.max_speed
point rules.max_speed 50
xdotool keydown ctrl click 1 keyup ctrl
settle
xdotool key Escape
settle
kill -0 "$program" || fail "Esc while typing ended the program"

# A click within one slow frame acts where it was, also when the pointer has gone on.
point preset
settle
kill -STOP "$program"
xdotool mousedown 1 mouseup 1 mousemove --window "$window" 450 450
kill -CONT "$program"
within_time "the list opens by a quick click" seen preset=book
xdotool key Escape
within_time "the list closes" unseen preset=book

# A press is for the control at its place, also if the pointer was elsewhere in the last frame. Zoomed in, the world is
# behind the tools.
events() { grep -vc '"hash"' log.jsonl; }
xdotool mousemove --window "$window" 450 450 click --repeat 25 --delay 2 4
settle
before=$(events)
for tool in predator scatter goal obstacle flee add; do
  xdotool mousemove --window "$window" 450 450
  settle
  read -r left top right bottom < <(awk -v name="tool.$tool" '$1 == name { print $2, $3, $4, $5 }' places.txt)
  xdotool mousemove --window "$window" $(((left + right) / 2)) $(((top + bottom) / 2)) click 1
  settle
done
[[ $(events) == "$before" ]] || fail "a press on a tool went through it"
xdotool key f
settle

for_researchers Machine
choose backend reference
step=$(column 2)
within_time "it flies" beyond_step "$step"
scroll_to preset
choose preset ruby
within_time "another preset" logged '"kind":"preset","preset":"ruby"'
press preset
within_time "the list opens" seen preset=book
xdotool key Escape
settle
kill -0 "$program" || fail "Esc while a list was open ended the program"
! seen preset=book || fail "Esc left the list open"
type_value boids 1050
xdotool key Return
within_time "a thousand more" boids 1050
for_researchers Machine
choose backend cpu
scroll_to boids
point boids 10
settle
xdotool mousedown 1
settle
for share in 12 14 16; do point boids $share; done
settle
xdotool mouseup 1
fewer() { [[ $(column 3) -lt 100 ]]; }
within_time "far fewer by the slider" fewer
settle  # the last picture of the drag
type_value boids 2k
xdotool key Return
within_time "k is thousand" boids 2000
# A part of a vector.
for_researchers Live
scroll_to section.World
press section.World
scroll_to world.size
type_value world.size 1,5e3 20
xdotool key Return
within_time "a part of a vector" logged '"key":"world.size","value":"[1500.0, '
scroll_to boids
type_value boids 2,5k
xdotool key Return
within_time "a comma before k" boids 2500
type_value boids 60
xdotool key Return
within_time "as before" boids 60

# Compare pauses the flock and shows the result; then the flock goes on.
compare_backends
step=$(column 2)
within_time "it flies on" beyond_step $((step + 5))
for_researchers Live
scroll_to section.Shape
press section.Shape
xdotool click --repeat 3 --delay 2 5  # its table is below the edge
within_time "the shape of the flock" seen shape.rows
scroll_to section.Shape
press section.Shape
scroll_to compare.rows
grep -q '^compare.rows ' places.txt || fail "no table of the comparison"

scroll_to switch.Wind
press switch.Wind
within_time "wind" logged '"key":"wind","value":"{ velocity = '
scroll_to section.Predators
press section.Predators 40
scroll_to predator.add
press predator.add
within_time "a predator" logged '"key":"predator[0]"'
press predator.remove
within_time "no predator" logged '"key":"predator","value":""'

# Ctrl + Z takes the look back, too, without an event.
saved_look() {
  rm -f murmur-001.toml
  save_as scenario
  within_time "a scenario" file_there murmur-001.toml
}
press show.Look
choose view.palette fire
xdotool mousemove --window "$window" 300 450
settle
saved_look
grep -q '^palette = "fire"' murmur-001.toml || fail "the palette in the saved scenario"
xdotool key ctrl+z
settle
saved_look
! grep -q '^palette = "fire"' murmur-001.toml || fail "Ctrl + Z left the palette"
xdotool key ctrl+y
settle
saved_look
grep -q '^palette = "fire"' murmur-001.toml || fail "Ctrl + Y left the palette"
! logged '"key":"view.palette"' || fail "the look has an event"

# A smaller window: the panel moves along, its controls still work where they are now, and back again.
moved() { [[ $(awk '$1 == "search" { print $2 }' places.txt) == "$1" ]]; }
resized() { xdotool windowsize "$window" "$1" "$2"; }
xdotool mousemove --window "$window" 1030 500
xdotool click --repeat 60 --delay 2 4
within_time "the panel's top" seen preset
left=$(awk '$1 == "search" { print $2 }' places.txt)
resized 900 600
within_time "the panel follows a smaller window" moved $((left - 300))
panel_at="730 500"
scroll_to gust
panel_at="1030 500"
press gust
within_time "a gust by button" logged '"kind":"gust"'
resized 1200 900
within_time "the panel follows back" moved "$left"

# What the screen shows: the panel's ground, and the sky where H has hidden it.
xdotool mousemove --window "$window" 300 450
settle
xdotool key F12
within_time "screenshot with the panel" file_there murmur-001.png
xdotool key h
settle
xdotool key F12
within_time "screenshot without" file_there murmur-002.png
settle
[[ $(pixel murmur-001.png 863,895) == "$(pixel murmur-001.png 863,880)" ]] || fail "the panel's ground"
[[ $(pixel murmur-001.png 863,895) != "$(pixel murmur-002.png 863,895)" ]] || fail "H hides the panel"
! seen preset || fail "a hidden panel has controls"
xdotool key h
settle
xdotool key h
within_time "H shows the panel" seen preset
xdotool key ctrl+s
within_time "the menu Save" seen menu.picture
press menu.picture
within_time "a picture of the flock alone" file_there murmur-003.png
[[ $(pixel murmur-001.png 863,895) != "$(pixel murmur-003.png 863,895)" ]] || fail "the picture shows the panel"
end_window
grep -qE '^compare: 20 steps from step [0-9]+: the bits agree, hash [0-9a-f]{16} \(reference .* ms; cpu ' out.txt ||
  fail "what the comparison said"
grep -qE '^backend reference from step [0-9]+' out.txt || fail "the reference has not flown"
hash=$(sed -nE 's/^[0-9]+ steps.*hash=//p' out.txt)
for backend in reference cpu; do
  replayed=$("$MURMUR" replay log.jsonl --headless --backend $backend 2>/dev/null) || fail "replay: $replayed"
  [[ $replayed == *"hash=$hash" ]] || fail "replay on $backend ends at $replayed instead of $hash"
done

# 2. A hundred thousand more in one press, in flight; the log replays on one thread.
start_window --boids 5k
type_value boids 105k
xdotool key Return
all_there() {  # a slow machine asks first
  ! seen question.yes || xdotool key Return
  boids 105000
}
within_time "a hundred thousand more" all_there
step=$(column 2)
within_time "they fly" beyond_step "$step"
compare_backends
step=$(column 2)
within_time "and go on" beyond_step "$step"
end_window
grep -qE '^compare: .*the bits agree' out.txt || fail "comparison of the large flock"
hash=$(sed -nE 's/^[0-9]+ steps.*hash=//p' out.txt)
replayed=$("$MURMUR" replay log.jsonl --headless --backend cpu --threads 1 2>/dev/null) || fail "replay: $replayed"
[[ $replayed == *"hash=$hash" ]] || fail "replay ends at $replayed instead of $hash"
echo "The panel does what its user does."
