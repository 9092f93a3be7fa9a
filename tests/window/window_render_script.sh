#!/usr/bin/env bash
# The picture of a state is the same from the window (--screenshot) and from render. Needs a display (xvfb-run).
set -euo pipefail

[[ -n ${DISPLAY:-} ]] || { echo "no display: run this with xvfb-run -a"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# Both by Mesa: a virtual display has no GPU, and another driver's edges are not these.
mesa=/usr/share/glvnd/egl_vendor.d/50_mesa.json
[[ -f $mesa ]] && export __EGL_VENDOR_LIBRARY_FILENAMES=$mesa LIBGL_ALWAYS_SOFTWARE=1

for scene in '--preset book' '--preset murmuration --boids 5k --colour speed' '--preset cis565 --boids 2k'; do
  # shellcheck disable=SC2086
  "$MURMUR" view $scene --backend cpu --size 320x240 --paused --frames 2 --screenshot window.png --overwrite
  # shellcheck disable=SC2086
  "$MURMUR" render $scene --backend cpu --size 320x240 --frames 1 --output render.png --overwrite
  cmp window.png render.png || { echo "FAILED: $scene: window and render draw different pictures"; exit 1; }
done
# At a later step, from a state.
"$MURMUR" run --preset starlings --boids 600 --steps 70 --backend cpu --output state.csv
for look in '--scene dusk' '--scene day --shutter 2' '--scene dusk --camera orbit' '--scene day --camera follow' '--camera seat'; do
  # shellcheck disable=SC2086
  "$MURMUR" view state.csv --preset starlings $look --backend cpu --size 320x240 --paused --frames 2 --screenshot window.png --overwrite
  # shellcheck disable=SC2086
  "$MURMUR" render --initial state.csv --preset starlings $look --backend cpu --size 320x240 --output render.png --overwrite
  cmp window.png render.png || { echo "FAILED: $look: window and render draw different pictures"; exit 1; }
done
# From a checkpoint: the same flock as without a stop.
"$MURMUR" run --preset book --steps 20 --backend cpu --checkpoint c >/dev/null
hash_of() { "$MURMUR" "$@" --backend cpu | sed -nE 's/.*hash=([0-9a-f]{16}).*/\1/p'; }
[[ $(hash_of render --resume c --warm-up 10 --output resumed.png) == $(hash_of run --preset book --steps 30) ]] ||
  { echo "FAILED: render --resume is at another flock"; exit 1; }
"$MURMUR" render --preset book --warm-up 30 --backend cpu --output whole.png >/dev/null
cmp resumed.png whole.png || { echo "FAILED: render --resume draws another picture"; exit 1; }
code=0
"$MURMUR" render --resume c --preset book --output x.png 2>err.txt || code=$?
[[ $code == 2 ]] && grep -qF -- "--resume: the checkpoint has its scenario" err.txt || { echo "FAILED: $code, $(cat err.txt)"; exit 1; }
echo "all well"
