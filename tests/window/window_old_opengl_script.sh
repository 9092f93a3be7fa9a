#!/usr/bin/env bash
# The lowest OpenGL that works, 3.3: Mesa offers no more, and window and film draw the same pictures as with the newest,
# in every shape and colour. Needs a display (xvfb-run).
set -euo pipefail

[[ -n ${DISPLAY:-} ]] || { echo "no display: run this with xvfb-run -a"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mesa=/usr/share/glvnd/egl_vendor.d/50_mesa.json
[[ -f $mesa ]] && export __EGL_VENDOR_LIBRARY_FILENAMES=$mesa LIBGL_ALWAYS_SOFTWARE=1

old() { MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330 "$@"; }
terrain=$MURMUR_SOURCE_DIR/scenarios/terrain.toml

k=0
for scene in '--preset murmuration --boids 3k --colour density --trails 5 --glow' '--preset book --boids 300 --axes' \
  '--preset cis565 --boids 1k --colour speed' '--preset quiver --boids 200' "$terrain --boids 200"; do
  k=$((k + 1))
  # shellcheck disable=SC2086
  "$MURMUR" render $scene --backend cpu --size 320x240 --warm-up 5 --frames 1 --output new$k.png >/dev/null
  # shellcheck disable=SC2086
  old "$MURMUR" render $scene --backend cpu --size 320x240 --warm-up 5 --frames 1 --output old$k.png >/dev/null
  cmp new$k.png old$k.png || { echo "FAILED: $scene: another picture with OpenGL 3.3"; exit 1; }
done
[[ $(wc -c <new1.png) -gt 5000 ]] || { echo "FAILED: an empty picture"; exit 1; }
old "$MURMUR" view --preset murmuration --boids 3k --colour density --backend cpu --size 500x400 --frames 5 \
  --screenshot window.png >/dev/null
[[ $(wc -c <window.png) -gt 5000 ]] || { echo "FAILED: the window draws nothing"; exit 1; }
echo "all well"
