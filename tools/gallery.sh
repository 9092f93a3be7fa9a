#!/usr/bin/env bash
# Draws the small pictures of the gallery again, scenarios/gallery/NAME.png for each preset and each scenario, and docs/images/walls.png.
#   tools/gallery.sh [MURMUR]      the program; build/release/murmur
# Needs ImageMagick. A file's line "#: picture" has further options of murmur render.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
murmur=$(realpath "${1:-build/release/murmur}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gallery=scenarios/gallery

picture() {  # FILE ARGUMENTS...
  local name options colours=48
  name=$(basename "$1" .toml)
  read -ra options < <(sed -n 's/^#: picture = "\(.*\)"$/\1/p' "$1")
  shift
  [[ " ${options[*]} " == *" --warm-up "* ]] || options+=(--warm-up 400)
  [[ ${options[*]} != *"--scene dusk"* ]] || colours=160  # of the sky
  "$murmur" render "$@" "${options[@]}" --backend cpu --frames 1 --size 504x315 --output "$work/picture.png" --overwrite \
    >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
  convert "$work/picture.png" -filter Lanczos -resize 168x105! -strip +dither -colors $colours "PNG8:$gallery/$name.png"
  echo "$gallery/$name.png"
}

for file in scenarios/presets/*.toml; do picture "$file" --preset "$(basename "$file" .toml)"; done
for file in scenarios/*.toml; do picture "$file" "$file"; done

# Two with walls, for the README.
"$murmur" render scenarios/maze.toml --warm-up 900 --frames 1 --size 640x512 --output "$work/maze.png" >"$work/out"
"$murmur" render scenarios/word.toml --warm-up 700 --frames 1 --size 960x512 --output "$work/word.png" >"$work/out"
convert "$work/maze.png" "$work/word.png" +append -strip +dither -colors 250 PNG8:docs/images/walls.png
echo docs/images/walls.png
