#!/usr/bin/env bash
# The web build under node: known bits of all presets, with SIMD128 and without; the golden cases, all scenarios and random ones
# (custom rules, species and walls among them) against this program, by its event logs; logs of the module, which this program replays; and
# the size of the page. Exit 77 where emscripten or node is missing.
set -euo pipefail
cd "$MURMUR_SOURCE_DIR"
for tool in em++ node; do
  command -v $tool >/dev/null || { echo "skipped: $tool is not installed (./dev web installs it)"; exit 77; }
done
folder=$(mktemp -d "${TEST_TMPDIR:-/tmp/}web.XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder"/{native,module}

# record LOG ARGUMENTS: of a run of this program; its output counts only where it fails.
record() {
  "$MURMUR" run "${@:2}" --log-events "$1" >"$folder/output" 2>&1 || { cat "$folder/output"; exit 1; }
}

tools/dev/web.sh
python3 tests/web/page_size.py build/web/site docs/web.md
for case in tests/golden/*/; do
  name=$(basename "$case")
  record "$folder/native/golden-$name.jsonl" "$case/scenario.toml" --initial "$case/initial.csv" --steps 50
done
for scenario in scenarios/*.toml; do
  name=$(basename "$scenario" .toml)
  ! grep -Eq '^(image|mesh) = ' "$scenario" || continue  # the page reads no files
  record "$folder/native/$name.jsonl" "$scenario" --boids 600 --steps 120
done
"$(dirname "$MURMUR")/tests/random_scenarios" 100 20 "$folder"
for scenario in "$folder"/random-*.toml; do
  record "$folder/native/$(basename "$scenario" .toml).jsonl" "$scenario" --steps 20
done
# So many pairs that some lie within the last places of a radius or of the border of the view: quick_sum.inl.
record "$folder/native/radii.jsonl" --preset benchmark --boids 100000 --steps 20
record "$folder/native/view.jsonl" --preset murmuration --boids 20000 --steps 60
record "$folder/native/radii-3d.jsonl" --preset benchmark-3d --boids 50000 --steps 10
cp tests/formats/recorded/*.jsonl "$folder/native"
node --no-experimental-fetch tests/web/web_test.js build/web/site "$folder/native" "$folder/module"
for log in "$folder"/module/*.jsonl; do "$MURMUR" replay "$log"; done
