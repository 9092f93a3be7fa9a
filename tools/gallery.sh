#!/usr/bin/env bash
# Draws the small pictures of the gallery again, scenarios/gallery/NAME.png for each preset and each scenario, and those of pages:
# walls.png, rules.png, own.png, sources.png, lesson-1.png, lesson-3.png, lesson-4.png, sheep.png, dusk.webp, day.webp,
# tutorial-first.png, rules-mill.png, python/flock.png and peregrine.webp in docs/images.
#   tools/gallery.sh [MURMUR]      the program; build/release/murmur
# Needs ImageMagick, and img2webp of the package webp. A file's line "#: picture" has further options of murmur render.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
murmur=$(realpath "${1:-build/release/murmur}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gallery=scenarios/gallery

picture() {  # FILE ARGUMENTS...
  local name options colours=48
  name=$(basename "$1" .toml)
  read -ra options < <(sed -n 's/^#: picture = "\(.*\)"$/\1/p' "$1") || true  # a file without options
  shift
  [[ " ${options[*]} " == *" --warm-up "* ]] || options+=(--warm-up 400)
  [[ ${options[*]} != *"--scene d"* ]] || colours=160  # of the sky
  "$murmur" render "$@" "${options[@]}" --backend cpu --frames 1 --size 504x315 --output "$work/picture.png" --overwrite \
    >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
  convert "$work/picture.png" -filter Lanczos -resize 168x105! -strip +dither -colors $colours "PNG8:$gallery/$name.png"
  echo "$gallery/$name.png"
}

for file in scenarios/presets/*.toml; do picture "$file" --preset "$(basename "$file" .toml)"; done
for file in scenarios/*.toml; do picture "$file" "$file"; done

# Pictures of pages, of several flocks each. part NAME SIZE WORDS ARGUMENTS...: one of them, with words below it; none: without.
part() {
  local name=$1 size=$2 words=$3
  shift 3
  "$murmur" render "$@" --backend cpu --frames 1 --size "$size" --output "$work/$name.png" --overwrite >"$work/out" 2>&1 ||
    { cat "$work/out"; exit 1; }
  [[ -z $words ]] || convert "$work/$name.png" -gravity South -background '#16181f' -splice 0x36 -font DejaVu-Sans \
    -pointsize 22 -fill '#d5d9e2' -annotate +0+6 "$words" -bordercolor '#16181f' -border 3 "$work/$name.png"
}
page() { convert "$work/page.png" -strip "${@:2}" "docs/images/$1"; echo "docs/images/$1"; }

part maze 640x512 "" --preset maze --warm-up 900 --trails 20 --glow
part word 960x512 "" --preset word --warm-up 700
convert "$work"/{maze,word}.png +append "$work/page.png"
page walls.png +dither -colors 250

for rule in vortex curl-noise rings star social-force lennard-jones trefoil particle-life-forces; do
  read -ra options < <(sed -n 's/^#: picture = "\(.*\)"$/\1/p' "scenarios/$rule.toml")
  part "$rule" 394x254 "$rule" "scenarios/$rule.toml" "${options[@]}"
done
convert \( "$work"/{vortex,curl-noise,rings,star}.png +append \) \
  \( "$work"/{social-force,lennard-jones,trefoil,particle-life-forces}.png +append \) -append "$work/page.png"
page rules.png +dither -colors 250

# The two scenarios of README.md, in its order.
readme() { awk -v wanted="$1" '/^```toml$/ { block++; inside = 1; next } /^```$/ { inside = 0 } inside && block == wanted' README.md; }
readme 1 >"$work/gusts.toml"
readme 2 >"$work/whirl.toml"
part gusts 640x400 "" "$work/gusts.toml" --warm-up 720
part whirl 400x400 "" "$work/whirl.toml" --warm-up 2500
convert "$work"/{gusts,whirl}.png +append "$work/page.png"
page own.png

lesson() {  # NAME PARTS...
  local name=$1
  shift
  convert "${@/#/$work/}" +append "$work/page.png"
  page "$name" +dither -colors 120
}
alone() {  # RULE OTHERS...: this rule alone, without the others
  local name=$1
  shift
  part "$name" 400x320 "$name alone" --preset book-centroid --boids 300 --set start.positions=uniform \
    "${@/#/--set=rules.}" --draw triangle --background dark --trails 15 --set view.size=0.8 --warm-up 600
}
alone separation alignment.weight=0 cohesion.weight=0
alone alignment separation.weight=0 cohesion.weight=0
alone cohesion separation.weight=0 alignment.weight=0
lesson lesson-1.png {separation,alignment,cohesion}.png
part little 400x400 "noise.amount = 0.5" --preset vicsek --set noise.amount=0.5 --warm-up 300
part much 400x400 "noise.amount = 5" --preset vicsek --set noise.amount=5 --warm-up 300
lesson lesson-3.png {little,much}.png
part control 480x360 "without predators" --preset book-centroid --boids 200 --warm-up 1300
part hunt 480x360 "with four" --preset book-centroid --boids 200 --predators 4 --warm-up 1300
lesson lesson-4.png {control,hunt}.png

for source in book blog ruby article quiver; do part $source 314x300 $source --preset $source --warm-up 2000; done
convert "$work"/{book,blog,ruby,article,quiver}.png +append "$work/page.png"
page sources.png +dither -colors 120

# The files that docs/sheep.md writes.
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/sheep.md | grep -v '^murmur\|^awk' >"$work/sheep.sh"
(cd "$work" && bash sheep.sh)
for step in 20 500 1000; do part "sheep$step" 528x396 "step $step" "$work/build/sheep/sheep4.toml" --warm-up $step; done
convert "$work"/sheep{20,500,1000}.png +append "$work/page.png"
page sheep.png +dither -colors 60

part dusk 1280x720 "" --preset starlings-show --boids 40k --keep-density --warm-up 500 --scene dusk --camera follow --boid-size 0.3
mv "$work/dusk.png" "$work/page.png"
page dusk.webp -quality 84

part day 800x500 "" --preset starlings-show --warm-up 420 --scene day --camera follow
part seat 800x500 "" --preset starlings-show --warm-up 420 --scene day --camera seat
convert "$work/day.png" -background white -splice 8x0+800+0 "$work/seat.png" +append "$work/page.png"
page day.webp -quality 82

part first 480x480 "" --preset murmuration --boids 2000 --warm-up 600
mv "$work/first.png" "$work/page.png"
page tutorial-first.png +dither -colors 120
part flock 800x450 "" --preset murmuration --boids 10000 --set rules.radius=60 --warm-up 1000
mv "$work/flock.png" "$work/page.png"
page python/flock.png +dither -colors 200

awk '/^cat >mill.toml/ { inside = 1; next } /^END$/ { exit } inside' docs/rules.md >"$work/mill.toml"
part mill 480x480 "" "$work/mill.toml" --warm-up 1500 --trails 15
mv "$work/mill.png" "$work/page.png"
page rules-mill.png +dither -colors 120

"$murmur" render scenarios/peregrine.toml --backend cpu --azimuth -10 --elevation -14.3 --warm-up 400 --frames 135 \
  --steps-per-frame 2 --shutter 1 --size 720x405 --output "$work/%04d.png" >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
img2webp -loop 0 -d 62 -lossy -q 40 -m 6 -kmin 0 -kmax 1 "$work"/0*.png -o docs/images/peregrine.webp
