#!/usr/bin/env bash
# The window on a Wayland display with twice the usual pixels per inch: its size, its scale, where clicks act, and that it is not larger
# than the screen. The display is that of weston, whose screen is a window of the X server, so that xdotool moves the pointer. Needs
# xvfb-run, xdotool, weston, and a GLFW that knows Wayland; skipped without them.
[[ ${1:-} == inside ]] || exec xvfb-run -a -s "-screen 0 1400x1000x24 -noreset" bash "${BASH_SOURCE[0]}" inside
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"
command -v weston >/dev/null || { echo "weston is not installed"; exit 77; }

compositor=
trap '[[ -z $compositor ]] || { kill "$compositor"; wait "$compositor" || true; }; cleanup' EXIT
export XDG_RUNTIME_DIR=$work/run
mkdir -m 700 "$XDG_RUNTIME_DIR"
printf '[shell]\npanel-position=none\nstartup-animation=none\n[core]\nxwayland=false\n' >weston.ini
weston --backend=x11-backend.so --use-pixman --scale=2 --width=700 --height=500 --idle-time=0 --socket=murmur-test \
  --config="$PWD/weston.ini" --log=weston.log >/dev/null 2>&1 &
compositor=$!
within_time "the compositor" test -S "$XDG_RUNTIME_DIR/murmur-test"
on_wayland=(env -u DISPLAY WAYLAND_DISPLAY=murmur-test "$MURMUR" view --backend cpu --preset book --boids 60 --paused)

code=0
"${on_wayland[@]}" --frames 20 --size 300x200 --screenshot small.png >out.txt 2>&1 || code=$?
[[ $code == 1 && $(cat out.txt) == *"X11"* ]] && { echo "GLFW knows X11 alone here"; exit 77; }
[[ $code == 0 && $(identify -format %wx%h small.png) == 600x400 ]] || fail "a window of 300 x 200 at scale 2: $code, $(cat out.txt)"

# A window is not larger than the screen, whose work area GLFW gives in pixels.
"${on_wayland[@]}" --frames 20 --size 1300x900 --screenshot large.png >out.txt 2>&1 || fail "a large window: $(cat out.txt)"
read -r wide high < <(identify -format '%w %h\n' large.png)
[[ $wide -le 1400 && $wide -gt 1300 && $high -le 1000 && $high -gt 850 ]] || fail "a screen of 1400 x 1000 pixels has a window of $wide x $high"

# Full screen, its places are those of the screen.
"${on_wayland[@]}" --warm-up 2 --size 300x200 --log-events log.jsonl --frame-log frames.csv --panel-places places.txt >out.txt 2>&1 &
program=$!
within_time "first frame" frames 3
# The compositor adds up movements from wherever its pointer was: in the corner it is where it should be.
xdotool mousemove 1399 999 sleep 0.2 mousemove 0 0 sleep 0.2 mousemove 700 500 key F11
full_screen() { awk '$1 == "time.bar" { exit !($4 > 1300) }' places.txt; }
within_time "full screen" full_screen
click() {
  xdotool mousemove "$1" "$2"
  settle
  xdotool click 1
}
# A control, and then a place of the world, whose middle is that of what status and time bar leave of the height.
read -r left top right bottom < <(awk '$1 == "tool.predator" { print $2, $3, $4, $5 }' places.txt)
click $(((left + right) / 2)) $(((top + bottom) / 2))
click 700 500
within_time "a predator" logged '"key":"predator[0]"'
sed -nE 's/.*"key":"predator\[0\]".*at = \[([0-9.]+), ([0-9.]+)\].*/\1 \2/p' log.jsonl |
  awk '{ exit !($1 > 319 && $1 < 321 && $2 > 230 && $2 < 250) }' || fail "the middle of the screen is not that of the world: $(tail -n 1 log.jsonl)"
xdotool key F12
within_time "a picture" file_there murmur-001.png
[[ $(identify -format %wx%h murmur-001.png) == 1400x1000 ]] || fail "a picture of $(identify -format %wx%h murmur-001.png)"
xdotool key q
ends_with 0
echo "The window is right on a Wayland display of scale 2."
