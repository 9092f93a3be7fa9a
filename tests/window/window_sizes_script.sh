#!/usr/bin/env bash
# Windows of 400 x 300 to 3840 x 2160 pixels, with text and controls of 1, 1.5 and 2 times their usual size: nothing that is shown is cut
# or outside of the window, nothing lies over another, and what is clicked acts. Screenshots of all go to the folder SCREENSHOTS, if
# that is given. Needs xvfb-run, xdotool, xprop, python3.
[[ ${1:-} == inside ]] || exec xvfb-run -a -s "-screen 0 3840x2160x24 -noreset" bash "${BASH_SOURCE[0]}" inside
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"
command -v xprop >/dev/null || skip "xprop is not installed"

# whole.py FILE...: whether all is whole in files of places, whose names begin with the size of the window.
cat >whole.py <<'PY'
import re, sys

def home(name):
    """The plate of a control."""
    for plate, names in {"tools": "tool.", "time": "time.", "menu": "menu.", "help": "help.", "question": "question.",
                         "open": "open.", "picture": "picture.", "message": "message"}.items():
        if name.startswith(names):
            return plate
    return "panel"

def over(a, b):
    return max(a[0], b[0]) < min(a[2], b[2]) and max(a[1], b[1]) < min(a[3], b[3])

def faults_in(path):
    wide, high = map(int, re.search(r"(\d+)x(\d+)", path).groups())
    places = {}
    for line in open(path):
        name, *place = line.rsplit(None, 4)
        places[name] = tuple(map(int, place))
    plates = {name[6:]: places.pop(name) for name in list(places) if name.startswith("plate.")}
    faults = [f"{name[4:]} does not show all that is in it" for name in list(places) if name.startswith("cut.") and places.pop(name)]
    faults += [f"{name[6:]} is under another plate" for name in list(places) if name.startswith("under.") and places.pop(name)]
    if any("Combo" in name for name in plates):  # a list that is open: its control is not drawn as before
        places = {name: place for name, place in places.items() if "=" in name}
    shown = next(([name] for name in ("question", "help", "menu") if name in plates), plates)  # what is open lies over all
    for name, (left, top, right, bottom) in {**plates, **places}.items():
        # A list that is scrolled goes on below its end.
        scrolled = name.startswith("menu.") and name not in ("menu.close", "menu.filter")
        if left < 0 or right > wide or ((top < 0 or bottom > high) and not scrolled):
            faults.append(f"{name} is outside of the window: {left} {top} {right} {bottom}")
        if right - left < 12 or bottom - top < 12:
            faults.append(f"{name} has {right - left} x {bottom - top} pixels")
        if name in places and "=" not in name and not scrolled:
            plate = plates.get(home(name), (0, 0, 0, 0))
            if left < plate[0] or top < plate[1] or right > plate[2] or bottom > plate[3]:
                faults.append(f"{name} is not whole on its plate: {left} {top} {right} {bottom} on {plate}")
    # Lists and tooltips lie over the rest; so does a notice, which goes by itself, where the panel leaves no room. A switch is in the line
    # of its section.
    rest = sorted(name for name in shown if not name.startswith("##") and (name != "message" or "panel" not in plates))
    pairs = [(a, b, plates) for k, a in enumerate(rest) for b in rest[k + 1:]]
    rest = sorted(name for name in places if home(name) in shown and not name.startswith("section.") and "=" not in name and name != "message")
    pairs += [(a, b, places) for k, a in enumerate(rest) for b in rest[k + 1:] if home(a) == home(b)]
    return faults + [f"{a} lies over {b}" for a, b, of in pairs if over(of[a], of[b])]

faults = [f"{path}: {fault}" for path in sys.argv[1:] for fault in faults_in(path)]
print("\n".join(faults[:20]))
sys.exit(bool(faults))
PY
mkdir places
# judge NAME: what is shown now is to be whole.
judge() {
  [[ -z ${SCREENSHOTS:-} ]] || import -window "$window" "$SCREENSHOTS/$name-$1.png"
  cp places.txt "places/$name-$1"
}
shown() { seen "plate.$1"; }
gone() { unseen "plate.$1"; }
middle() { xdotool mousemove --window "$window" $((wide / 2)) $((high / 2)); }
# click CONTROL
click() {
  point "$1"
  xdotool click 1
}
# opens KEY PLATE, closes CONTROL PLATE
opens() {
  xdotool key "$1"
  within_time "$name: $2 opens" shown "$2"
  settle  # the field for a search takes the keyboard in the second picture
}
closes() {
  click "$1"
  within_time "$name: $2 closes by a click" gone "$2"
}
# Waits until the bar of time has its place at the lower edge of a window of this size.
laid_out() { awk -v w="$wide" -v h="$high" '$1 == "plate.time" { exit !(w - $4 < 41 && h - $5 < 41 && w > $4 && h > $5) }' places.txt; }

each_overlay() {
  middle
  within_time "$name: the time bar is at the lower edge" laid_out
  settle
  for tool in add scatter attract flee obstacle predator goal follow wall size strength; do
    within_time "$name: the tool $tool" seen tool.$tool
  done
  judge tools
  point tool.obstacle
  within_time "$name: a tool says what it does" shown "##Tooltip_00"
  settle
  judge tooltip
  # A tool is chosen by a click, and acts where the next one is.
  click tool.predator
  middle
  settle
  xdotool click 1
  within_time "$name: a predator" logged '"key":"predator[' $((++predators))
  opens ctrl+s menu
  judge save
  closes menu.close menu
  opens F2 menu
  judge gallery
  closes menu.close menu
  opens F1 help
  judge help
  closes help.close help
  xdotool key h
  opens h panel
  judge panel
  click show.Rules
  within_time "$name: the first section is shown by a click" seen rules.separation.weight
  settle  # it moves
  click section.Rules
  within_time "$name: the section closes by a click" unseen rules.separation.weight
  settle
  click section.Rules
  within_time "$name: the section opens by a click" seen rules.separation.weight
}
# All of the panel, from its top, with what is closed at first.
whole_panel() {
  local last
  xdotool mousemove --window "$window" $((wide - 30)) $((high / 2)) click --repeat 60 --delay 2 4
  settle
  click preset
  within_time "$name: a list" shown "##Combo_00"
  judge list
  xdotool key Escape
  within_time "$name: the list closes" gone "##Combo_00"
  for _ in $(seq 60); do
    for section in "For researchers" Look World Shape; do
      [[ " $opened " != *" $section "* ]] || continue
      seen "section.$section" || continue
      click "section.$section"
      opened+=" $section "
      settle
    done
    judge "panel-$((++part))"
    last=$(cat places.txt)
    xdotool mousemove --window "$window" $((wide - 30)) $((high / 2)) click --repeat 2 --delay 2 5
    settle
    [[ $(cat places.txt) != "$last" ]] || return 0
  done
  fail "$name: the panel has no end"
}

cat >flock.toml <<'TOML'
preset = "book"
boids = 60
[[species]]
name = "a_species_with_the_longest_name_"
[[species]]
name = "second"
[[rule]]
name = "whirl"
add = "unit(v) * 0.01"
TOML

# Dots per inch of the display, --interface, and a size in which the whole panel is gone through.
for setting in "96 1 400x300" "96 1.5 1280x800" "192 1 1920x1080"; do
  read -r dpi interface full <<<"$setting"
  xprop -root -f RESOURCE_MANAGER 8s -set RESOURCE_MANAGER "Xft.dpi:	$dpi"  # what a desktop says, as with xrdb
  rm -f frames.csv places.txt log.jsonl
  "$MURMUR" view flock.toml --backend cpu --paused --warm-up 2 --size 400x300 --interface "$interface" \
    --colour speed --panel hidden --log-events log.jsonl --panel-places places.txt --frame-log frames.csv --overwrite >out.txt 2>&1 &
  program=$!
  predators=0
  find_window
  eval "$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^WIDTH=/wide=/p; s/^HEIGHT=/high=/p')"
  [[ $wide == $((400 * dpi / 96)) && $high == $((300 * dpi / 96)) ]] || fail "$setting: a window of $wide x $high pixels"
  middle
  xdotool key n n
  for size in 400x300 640x480 1000x700 1280x800 1920x1080 3840x2160; do
    name=$size-$dpi-$interface wide=${size%x*} high=${size#*x} opened="" part=0
    xdotool windowsize "$window" "$wide" "$high"
    each_overlay
    [[ $size != "$full" ]] || whole_panel
    middle
    xdotool key h  # as it was: with text, without the panel
    within_time "$name: the panel is hidden" gone panel
  done
  xdotool key q
  ends_with 0
done

# Two flocks, whose halves are beside the panel if there is room, and a question.
dpi=96
xprop -root -f RESOURCE_MANAGER 8s -set RESOURCE_MANAGER "Xft.dpi:	$dpi"
for size in 400x300 700x500; do
  name=$size-two wide=${size%x*} high=${size#*x}
  rm -f frames.csv places.txt
  "$MURMUR" view flock.toml --backend cpu --paused --size "$size" --panel hidden --panel-places places.txt --frame-log frames.csv \
    --overwrite >out.txt 2>&1 &
  program=$!
  find_window
  middle
  xdotool key h
  opens h panel
  click search
  settle
  xdotool type --delay 60 "side by side"
  within_time "$name: what was sought" seen ab
  settle
  click ab
  within_time "$name: two flocks" seen ab.start
  settle
  judge panel
  [[ $size == 400x300 ]] || shown "half B" || fail "$name: the second half has no name beside the panel"
  xdotool key F12
  within_time "$name: a notice after a click on the panel" shown message
  settle
  judge notice
  xdotool mousemove --window "$window" 30 $((high / 2)) key h
  within_time "$name: the panel is hidden" gone panel
  settle
  judge halves
  within_time "$name: the notice goes" gone message  # in a small window it lies where the click is
  xdotool mousemove --window "$window" $((wide / 2 - 30)) $((high / 2)) click 1
  settle
  opens q question
  judge question
  closes question.no question
  opens q question
  click question.yes
  ends_with 0
done

[[ $(find places -type f | wc -l) -gt 100 ]] || fail "only $(find places -type f | wc -l) places were looked at"
python3 whole.py places/* >faults.txt || fail "$(cat faults.txt)"
echo "All is whole in windows of all sizes."
