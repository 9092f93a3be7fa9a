#!/usr/bin/env bash
# Draws the small pictures of the window's gallery again: gallery/NAME.png for each preset and each scenario.
#   tools/gallery.sh [MURMUR]      the program; build/release/murmur
# Needs ImageMagick. Large flocks are drawn with 20,000 boids of the same density.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
murmur=$(realpath "${1:-build/release/murmur}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p gallery

picture() {  # NAME ARGUMENTS...
  local name=$1 warm_up=400 colours=48
  shift
  [[ $name != couzin-* ]] || warm_up=4000  # short steps
  [[ $* != *"--scene dusk"* ]] || colours=160  # of the sky
  "$murmur" render "$@" --backend cpu --warm-up $warm_up --frames 1 --size 504x315 --output "$work/picture.png" --overwrite \
    >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
  convert "$work/picture.png" -filter Lanczos -resize 168x105! -strip +dither -colors $colours "PNG8:gallery/$name.png"
  echo "gallery/$name.png"
}

for file in presets/*.toml; do
  name=$(basename "$file" .toml)
  boids=()
  case $name in
    murmuration | benchmark) boids=(--boids 20k) ;;
    benchmark-3d) boids=(--boids 20k --scene dusk) ;;
    cis565) boids=(--scene dusk) ;;
    starlings | starlings-turn | starlings-show) boids=(--scene dusk --camera follow --set view.size=1.0) ;;
  esac
  picture "$name" --preset "$name" "${boids[@]}"
done
for file in scenarios/*.toml; do
  name=$(basename "$file" .toml)
  look=()
  [[ $name != peregrine ]] || look=(--scene dusk --camera follow --set view.size=1.0)
  picture "$name" "$file" "${look[@]}"
done
