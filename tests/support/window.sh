# What scripts that play a user in front of the real window share; to be sourced first. Leaves the script in a
# folder of its own that goes with it, and ends a program still running. Needs a display (xvfb-run) and xdotool.
set -euo pipefail

skip() {
  echo "$1"
  [[ -n ${CI:-} ]] && exit 1  # there it must not pass unseen
  exit 77
}
command -v xdotool >/dev/null || skip "xdotool is not installed"
[[ -n ${DISPLAY:-} ]] || skip "no display: run this with xvfb-run -a"

work=$(mktemp -d)
program=
cleanup() {
  [[ -n $program ]] && kill "$program" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work"

fail() {
  echo "FAILED: $1"
  for file in log.jsonl out.txt err.txt; do [[ -f $file ]] && tail -n 30 "$file" | cut -c 1-300; done
  exit 1
}
# within_time WHAT COMMAND...: the command succeeds within three minutes, however busy the machine is.
within_time() {
  local what=$1
  shift
  local until=$((SECONDS + 180))
  while [[ $SECONDS -le $until ]]; do
    "$@" && return
    [[ -z $program ]] || kill -0 "$program" 2>/dev/null || "$@" || fail "$what: the window is gone"
    sleep 0.05
  done
  fail "$what: waited in vain"
}
logged() { [[ $(grep -cF -- "$1" log.jsonl) -ge ${2:-1} ]]; }
frames() { [[ -f frames.csv && $(wc -l <frames.csv) -gt $1 ]]; }
column() { tail -n 1 frames.csv | cut -d , -f "$1"; }  # 2: step, 3: boids
at_step() { [[ $(column 2) == "$1" ]]; }
# Waits until the window has surely handled all it was sent: input is read once per frame, and drawn. A key that means
# nothing makes pictures where nothing changes. A row is written some pictures later, with the time that OpenGL needed.
settle() {
  local seen asked=$SECONDS
  seen=$(wc -l <frames.csv)
  xdotool key F9
  within_time "next frames" next_frames $((seen + 3))
}
# A key that goes down and up between two pictures of a busy machine makes one less than two that do not: it is pressed again.
next_frames() {
  frames "$1" && return
  [[ $asked == "$SECONDS" ]] || xdotool key F9
  asked=$SECONDS
  return 1
}
# half NAME: the world in each half of A/B, without text, to left-NAME.png and right-NAME.png, of a window of 1240x700. The picture has 900
# pixels beside the panel.
half() {
  xdotool mousemove --window "$window" 250 640
  settle
  import -window "$window" "whole-$1.png"
  convert "whole-$1.png" -crop 340x330+90+170 +repage "left-$1.png"
  convert "whole-$1.png" -crop 340x330+541+170 +repage "right-$1.png"
}
# The panel's controls, by the file of --panel-places.
seen() { grep -qF -- "$1 " places.txt 2>/dev/null; }
unseen() { ! seen "$1"; }
# Moves the pointer and back until a control is seen: tools fade beside a flock that is only watched.
seen_again() {
  seen "$1" && return
  xdotool mousemove_relative -- 1 0 mousemove_relative -- -1 0 sleep 0.2
  return 1
}
# point NAME [SHARE]: the pointer goes there, SHARE percent of the way from the control's left to its right.
point() {
  local left top right bottom
  within_time "$1" seen_again "$1"
  read -r left top right bottom < <(awk -v name="$1 " 'index($0, name) == 1 { print $(NF - 3), $(NF - 2), $(NF - 1), $NF }' places.txt)
  xdotool mousemove --window "$window" $((left + (right - left) * ${2:-50} / 100)) $(((top + bottom) / 2))
}
# press NAME [SHARE]
press() {
  within_time "the control $1" seen_again "$1"
  point "$1" "${2:-50}"
  settle
  xdotool mousedown 1
  settle
  xdotool mouseup 1
  settle
}
panel_at="1030 500"  # a place of the panel [pixels]
# scroll_to NAME: turns the wheel over the panel, from its top, until the control is to be seen. Three notches are less than
# half of the panel's height, so that none is passed over.
scroll_to() {
  # shellcheck disable=SC2086  # two numbers
  xdotool mousemove --window "$window" $panel_at
  seen "$1" && return
  xdotool click --repeat 60 --delay 2 4
  settle
  for _ in $(seq 20); do
    seen "$1" && return
    xdotool click --repeat 3 --delay 2 5
    settle
  done
  fail "no control $1"
}
# for_researchers SECTION: shows a section of the panel's part for researchers, which is closed at first.
researches=
for_researchers() {
  scroll_to "section.For researchers"
  [[ $researches == "$program" ]] || press "section.For researchers" 30
  researches=$program
  scroll_to "show.$1"
  press "show.$1"
}
# save_as KIND: by the menu Save, whose rare kinds are under More.
save_as() {
  xdotool key ctrl+s
  within_time "the menu Save" seen menu.more
  case $1 in scenario | copy | state | log | measures | gif) press menu.more ;; esac
  press "menu.$1"
}
# Compares, and waits for the result, which is at the end of the panel.
compared() {
  # shellcheck disable=SC2086
  xdotool mousemove --window "$window" $panel_at click --repeat 20 --delay 2 5
  seen compare.result
}
compare_backends() {
  for_researchers Compare
  press compare
  within_time "the result of the comparison" compared
}
# type_value CONTROL TEXT [PERCENT]: without Enter.
type_value() {
  point "$1" "${3:-50}"
  settle
  xdotool keydown ctrl mousedown 1
  settle
  xdotool mouseup 1 keyup ctrl
  settle
  xdotool key ctrl+a
  settle  # characters in the frame of Ctrl are no text
  xdotool type --delay 60 -- "$2"
  settle
}
file_there() { [[ -s $1 ]]; }
# The window of $program, which writes frames.csv, into $window.
find_window() {
  within_time "first frame" frames 3
  window=$(xdotool search --onlyvisible --name "${1:-^Murmuration}" | head -n 1)
  [[ -n $window ]] || fail "no window of that name"
}
# Waits for $program to end with this exit code.
ends_with() {
  local code=0
  wait "$program" || code=$?
  program=
  [[ $code == "$1" ]] || fail "exit code $code instead of $1"
}
