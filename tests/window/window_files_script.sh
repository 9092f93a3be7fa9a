#!/usr/bin/env bash
# What the window saves and opens: every entry of the menu writes a file that the other commands read, and a scenario of the
# gallery begins a new run. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

boids() { [[ $(column 3) == "$1" ]]; }
save() {
  save_as "$1"
  within_time "the menu closes" unseen menu.close
}

"$MURMUR" view --backend cpu --preset book --boids 60 --paused --size 1000x700 --frame-log frames.csv \
  --palette fire --glow --panel-places places.txt >out.txt 2>err.txt &
program=$!
find_window
xdotool mousemove --window "$window" 300 300 key n n n
settle
xdotool click 1
within_time "a boid more" boids 61
xdotool key n n
xdotool key b
settle

save scenario
within_time "the scenario" file_there murmur-001.toml
grep -q 'radius = 55' murmur-001.toml || fail "the changed radius is not in the scenario"
grep -qx 'boids = 61' murmur-001.toml || fail "the boid more is not in the scenario"
grep -q 'palette = "fire"' murmur-001.toml && grep -q 'glow = true' murmur-001.toml ||
  fail "the look of the window is not in the scenario"
"$MURMUR" run murmur-001.toml --steps 3 >/dev/null || fail "the scenario does not run"
save state
within_time "the state" file_there murmur-001.csv
[[ $(wc -l <murmur-001.csv) == 62 ]] || fail "$(wc -l <murmur-001.csv) lines of a state of 61 boids"
save checkpoint
within_time "the checkpoint" file_there murmur-001.checkpoint
"$MURMUR" run --resume murmur-001.checkpoint --steps 10 >/dev/null || fail "the checkpoint does not resume"
head -n 1 murmur-001.checkpoint | grep -q 'palette = ."fire' || fail "the look of the window is not in the checkpoint"
save log
within_time "the log" file_there murmur-001.jsonl
"$MURMUR" replay murmur-001.jsonl --headless --backend reference >replayed.txt 2>/dev/null || fail "the log does not replay"
# The panel is shown, and the flock rests: the last sample is of the present step, and of all of it.
measured() { tail -n 1 "$1" | grep -qE '^5,61(,[0-9.e-]+){7}$'; }
save measures
within_time "the measures" file_there murmur-001-measures.csv
measured murmur-001-measures.csv || fail "the measures of step 5: $(cat murmur-001-measures.csv)"
save picture
within_time "the picture" file_there murmur-001.png
save scenario
within_time "a second scenario" file_there murmur-002.toml
cmp -s murmur-001.toml murmur-002.toml || fail "two scenarios of one flock differ"
if command -v ffmpeg >/dev/null; then
  for ending in mp4 gif; do
    save $ending
    xdotool mousemove --window "$window" 300 300 key space
    within_time "pictures" frames $(($(wc -l <frames.csv) + 10))
    xdotool key space
    press film.stop
    within_time "the film" file_there murmur-001.$ending
    seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 murmur-001.$ending)
    awk -v s="$seconds" 'BEGIN { exit !(s > 0.05) }' || fail "a film of $seconds s"
  done
fi

# A scenario of the gallery is a new run; a preset changes the present one.
xdotool key F2
within_time "the gallery" seen menu.close
settle
xdotool type "parker in"
within_time "what was typed is found" unseen menu.starlings
press menu.ruby
within_time "the menu closes" unseen menu.close
ruby() { grep -q 'preset = "ruby"' "$1"; }
save scenario
within_time "the scenario of the preset" file_there murmur-003.toml
ruby murmur-003.toml || fail "the preset of the gallery"
xdotool key F2
within_time "the gallery" seen menu.close
settle
xdotool type obstacle
within_time "what was typed is found" unseen menu.starlings
xdotool key Return  # the first that is found
end=$(grep -m 1 '^boids' "$MURMUR_SOURCE_DIR/scenarios/obstacles.toml" | tr -dc 0-9)
opened() { [[ $(grep -c 'steps,.*boids, hash=' out.txt) == 1 ]]; }
within_time "the first run has ended" opened
within_time "the window goes on" seen preset
kill -TERM "$program"
ends_with 143
[[ $(grep -c 'steps,.*boids, hash=' out.txt) == 2 ]] || fail "two runs: $(cat out.txt)"
grep -q " ${end:-100} boids" out.txt || fail "the scenario's boids: $(cat out.txt)"
for file in murmur-001.csv murmur-001.checkpoint murmur-001.jsonl; do
  "$MURMUR" $file --backend cpu --frames 3 >opened.txt 2>&1 || fail "$file: $(cat opened.txt)"
  grep -q 'steps, 6[01] boids, hash=' opened.txt || fail "$file: $(cat opened.txt)"
done
"$MURMUR" murmur-001.jsonl --preset book 2>err.txt && fail "an event log with another scenario"
grep -q 'murmur-001.jsonl: has a scenario of its own' err.txt || fail "$(cat err.txt)"
echo "The window saves and opens."
