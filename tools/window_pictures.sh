#!/usr/bin/env bash
# Makes the pictures of docs/window.md and README.md again: docs/images/window.png, particle-life.png, side-by-side.png, gallery.png,
# look.webp and attract.webp.
# window.txt and gallery.txt list what window.png and gallery.png show, so that window_first_script fails when the window shows something else.
#   tools/window_pictures.sh [MURMUR]      the program; build/release/murmur
# Needs xvfb-run, xdotool, ImageMagick, ffmpeg and img2webp (of the package webp). The window is drawn by the processor, whatever the machine has.
# 20 steps per second are few enough for a busy machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
murmur=$(realpath "${1:-build/release/murmur}")
images=$PWD/docs/images
if [[ -z ${WINDOW_PICTURES_DISPLAY:-} ]]; then
  WINDOW_PICTURES_DISPLAY=1 exec xvfb-run -a -s "-screen 0 1280x800x24" "tools/$(basename "$0")" "$murmur"
fi
export LIBGL_ALWAYS_SOFTWARE=1
work=$(mktemp -d)
program=
trap '[[ -z $program ]] || kill "$program" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"

# use KEY, use @CONTROL, use +SECONDS or use click: presses it, a control of the panel by its name in the file of --panel-places, waits, or
# clicks with the right button at the pointer.
use() {
  if [[ $1 == @* ]]; then
    local left top right bottom
    read -r left top right bottom < <(awk -v name="${1#@} " 'index($0, name) == 1 { print $(NF - 3), $(NF - 2), $(NF - 1), $NF }' places.txt)
    xdotool mousemove --window "$window" $(((left + right) / 2)) $(((top + bottom) / 2)) mousedown 1 sleep 1 mouseup 1
  elif [[ $1 == +* ]]; then
    sleep "${1#+}"
  elif [[ $1 == click ]]; then
    xdotool click 3
  else
    xdotool key "$1"
  fi
}
# What the picture shows: tools, sections, buttons and entries, by their names for tests.
shown() { grep -oE '^(tool|section|show|picture|menu)\.[^0-9]*[^0-9 ]|^(gallery|surprise|present|open|save|help) ' places.txt | sed 's/ $//' | LC_ALL=C sort; }
flock=(--preset murmuration --boids 20k --set "world.size=[3300,5000]" --trails 10 --glow --steps-per-second 20)
# start STEP OPTIONS...: a window, until it is at about this step. @returns its number in $window.
start() {
  rm -f frames.csv
  "$murmur" view --backend cpu --frame-log frames.csv "${@:2}" >out.txt 2>&1 &
  program=$!
  until [[ -f frames.csv && $(tail -n 1 frames.csv | cut -d , -f 2) -ge $1 ]] 2>/dev/null; do sleep 0.2; done
  window=$(xdotool search --onlyvisible --name '^Murmuration' | head -n 1)
}
stop() {
  kill "$program"
  wait "$program" || true
  program=
}
# picture NAME STEP X USES...: at about this step, after these uses, with the pointer at X. F12 writes what the window shows.
picture() {
  local name=$1 step=$2 x=$3
  shift 3
  rm -f murmur-001.png
  start "$step" "${flock[@]}" --size 1280x800 --panel-places places.txt
  xdotool mousemove --window "$window" "$x" 410 mousemove --window "$window" "$x" 400 sleep 1  # faded buttons come back
  for one in "$@"; do
    use "$one"
    sleep 2
  done
  xdotool mousemove --window "$window" "$x" 400
  sleep 1
  xdotool key F12
  until [[ -s murmur-001.png ]]; do sleep 0.2; done
  sleep 1
  stop
  convert murmur-001.png -strip "$images/$name.png"
  [[ $name != @(window|gallery) ]] || shown >"$images/$name.txt"
  echo "docs/images/$name.png"
}
picture side-by-side 20 1275 "@section.For researchers" @show.A/B @ab @show.Rules @rules.cohesion.weight.alone "@section.For researchers" F9 F9 F9 F9 F9
flock=()  # what is seen first
picture window 400 480 @open.Panel
picture particle-life 30 300 @open.Panel "@picture.Particle life" +40
picture gallery 320 5 F2
convert "$images/particle-life.png" +dither -colors 250 "PNG8:$images/particle-life.png"
convert "$images/gallery.png" +dither -colors 200 "PNG8:$images/gallery.png"

# A film of the window as it opens: the pointer attracts starlings, and a right click scatters them. The key - makes 16 steps a second,
# of which 10 pictures are taken; they are shown as 20.
start 300 --size 1280x800
sleep 1
xdotool mousemove --window "$window" 470 400 click --repeat 2 4 key minus
sleep 6  # the notice goes
xdotool mousemove --window "$window" 460 330
ffmpeg -v error -y -f x11grab -framerate 10 -video_size 1280x800 -i "$DISPLAY" -t 23 -c:v libx264rgb -preset ultrafast -qp 0 attract.mkv &
film=$!
sleep 1.5
xdotool mousedown 1
sleep 11
xdotool mouseup 1
sleep 1
xdotool click 3
wait $film
stop
mkdir attract
# says WORDS FROM TO: a filter of ffmpeg that writes them into the sky between these seconds.
says() { echo "drawtext=text='$1':fontsize=34:fontcolor=white:box=1:boxcolor=black@0.55:boxborderw=12:x=(w-tw)/2:y=90:enable='between(t,$2,$3)'"; }
ffmpeg -v error -i attract.mkv -vf "$(says "hold the button" 1.5 12.4),$(says "let go" 12.6 13.4),$(says "a right click" 13.6 17),fps=10,trim=start=0.7:end=22.7,setpts=PTS-STARTPTS,scale=720:-1:flags=lanczos" \
  attract/%04d.png
img2webp -loop 0 -d 50 -lossy -q 22 -m 6 -kmin 0 -kmax 1 attract/*.png -o "$images/attract.webp" >/dev/null
echo docs/images/attract.webp

# look NAME WORDS ARGUMENTS...: a part of a film's last picture, so that trails are there, with these words on it.
look() {
  local name=$1 words=$2 ink=white below="#0b0d12c0"
  shift 2
  [[ $* != *light* ]] || { ink=black && below="#ffffffc0"; }
  "$murmur" render --backend cpu --preset murmuration --boids 20k --set "world.size=[5300,3300]" --warm-up 2460 --frames 40 --size 1600x1000 \
    --output "$name-%03d.png" --overwrite "$@" >out.txt 2>&1 || { cat out.txt; exit 1; }
  convert "$(find . -name "$name-*.png" | sort | tail -n 1)" -crop 640x420+330+430 +repage \
    -font DejaVu-Sans -pointsize 18 -fill $ink -undercolor "$below" -gravity South -annotate +0+12 " $words " "$name.png"
}
look usual "without options"
look fire "fire, trails, glow" --palette fire --trails 20 --glow
look ocean "ocean on paper, trails" --palette ocean --background light --trails 20
look grey "grey by density, glow" --palette grey --colour density --glow
convert \( usual.png fire.png +append \) \( ocean.png grey.png +append \) -append -strip -quality 88 "$images/look.webp"
echo docs/images/look.webp
