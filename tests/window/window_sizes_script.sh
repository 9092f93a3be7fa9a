#!/usr/bin/env bash
# Small and large windows, on displays of usual and of high resolution: no tool, plate or menu is cut, none is outside of the window,
# and none lies over another. Screenshots of all go to the folder SCREENSHOTS, if that is given. Needs xvfb-run, xdotool, python3.
[[ ${1:-} == inside ]] || exec xvfb-run -a -s "-screen 0 3840x2160x24" bash "${BASH_SOURCE[0]}" inside
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

# A display without any program forgets its settings.
xdotool behave_screen_edge left exec true &
holder=$!
trap 'kill $holder; cleanup' EXIT

# What a desktop says of its dots per inch, as xrdb would: GLFW reads it when it starts.
cat >resolution.py <<'PY'
import ctypes, sys
x, text = ctypes.CDLL("libX11.so.6"), f"Xft.dpi:\t{sys.argv[1]}\n".encode()
x.XOpenDisplay.restype, x.XDefaultRootWindow.restype = ctypes.c_void_p, ctypes.c_ulong
display = ctypes.c_void_p(x.XOpenDisplay(None))
RESOURCE_MANAGER, STRING, RETAIN_PERMANENT = ctypes.c_ulong(23), ctypes.c_ulong(31), 1
x.XChangeProperty(display, ctypes.c_ulong(x.XDefaultRootWindow(display)), RESOURCE_MANAGER, STRING, 8, 0, text, len(text))
x.XSetCloseDownMode(display, RETAIN_PERMANENT)
x.XSync(display, 0)
x.XCloseDisplay(display)
PY

# Whether all of places.txt is whole.
cat >whole.py <<'PY'
import sys
wide, high, scale = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) / 96
places = {}
for line in open("places.txt"):
    name, *place = line.rsplit(None, 4)
    places[name] = tuple(map(int, place))
faults = [f"{name} is cut" for name in places if name.startswith("cut.")]
for name, (left, top, right, bottom) in places.items():
    # A list that is scrolled goes on below its end.
    scrolled = name.startswith("menu.") and name not in ("menu.close", "menu.filter")
    if left < 0 or right > wide or ((top < 0 or bottom > high) and not scrolled):
        faults.append(f"{name} is outside of the window: {left} {top} {right} {bottom}")
    if name.endswith(".line") and right - left < 100 * scale and bottom - top > 40 * scale:
        faults.append(f"{name} has a few letters a line")
    if right - left < 8 or bottom - top < 8:
        faults.append(f"{name} has {right - left} x {bottom - top} pixels")

def inside(a, b):
    return a[0] >= b[0] and a[1] >= b[1] and a[2] <= b[2] and a[3] <= b[3]

def over(a, b):
    return max(a[0], b[0]) < min(a[2], b[2]) and max(a[1], b[1]) < min(a[3], b[3])

plates = {name: place for name, place in places.items() if name.startswith("plate.")}
open_now = {"plate.menu", "plate.help", "plate.question"} & set(plates)  # lies over all
names = sorted(set(plates) - open_now) if not open_now else []
for k, name in enumerate(names):
    for other in names[k + 1:]:
        if over(plates[name], plates[other]):
            faults.append(f"{name} and {other} lie over each other: {plates[name]}, {plates[other]}")
for name, place in places.items():
    home = {"tool": "plate.tools", "time": "plate.time"}.get(name.split(".")[0])
    if home and (home not in places or not inside(place, places[home])):
        faults.append(f"{name} is not whole on its plate")
print("\n".join(faults))
sys.exit(bool(faults))
PY

# judge NAME: what is shown now is whole.
judge() {
  [[ -z ${SCREENSHOTS:-} ]] || import -window root -crop "${wide}x$high+$left+$top" +repage "$SCREENSHOTS/$name-$1.png"
  python3 whole.py "$wide" "$high" "$dpi" >faults.txt || fail "$name, $1: $(cat faults.txt)"
}
scenario=the_name_of_a_scenario_may_be_longer_than_any_window_has_pixels_for_it_in_a_line_of_its_own_$(printf 'x%.0s' {1..100}).toml
echo 'preset = "couzin-torus"' >"$scenario"
shown() { seen "plate.$1"; }
gone() { unseen "plate.$1"; }

for dpi in 96 144 192; do
  python3 resolution.py $dpi
  for size in 400x300 640x480 700x500 1920x1080 3840x2160; do
    name=$size-$dpi
    rm -f frames.csv places.txt
    "$MURMUR" view "$scenario" --backend cpu --boids 60 --paused --warm-up 2 --size $size --colour speed --panel hidden \
      --panel-places places.txt --frame-log frames.csv --overwrite >out.txt 2>&1 &
    program=$!
    find_window
    eval "$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^X=/left=/p; s/^Y=/top=/p; s/^WIDTH=/wide=/p; s/^HEIGHT=/high=/p')"
    [[ $wide -ge $((${size%x*} * dpi / 96)) || $wide -ge 3800 ]] || fail "$name: a window of $wide x $high pixels"
    xdotool mousemove --window "$window" $((wide / 2)) $((high / 2)) key n n
    within_time "$name: the time bar" shown time
    within_time "$name: the tools" shown tools
    settle
    for tool in add scatter attract flee obstacle predator goal follow wall size strength; do
      seen "tool.$tool" || fail "$name: no tool.$tool"
    done
    judge tools
    xdotool key ctrl+s
    within_time "$name: the menu" shown menu
    judge save
    xdotool key Escape
    within_time "$name: the menu closes" gone menu
    xdotool key F2
    within_time "$name: the gallery" shown menu
    judge gallery
    xdotool key Escape
    within_time "$name: the gallery closes" gone menu
    xdotool key h
    within_time "$name: the panel" shown panel
    settle
    judge panel
    xdotool key h h q
    ends_with 0
  done
done

# Two flocks and the panel: each has its half of what is left.
dpi=96
python3 resolution.py $dpi
rm -f frames.csv places.txt
"$MURMUR" view --backend cpu --preset book --boids 60 --paused --size 700x500 --panel shown --panel-places places.txt \
  --frame-log frames.csv --overwrite >out.txt 2>&1 &
program=$!
name=two-flocks wide=700 high=500
find_window
eval "$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^X=/left=/p; s/^Y=/top=/p')"
press search
xdotool type --delay 60 "side by side"
settle
press ab
within_time "two flocks" seen "plate.half B"
settle
judge panel
