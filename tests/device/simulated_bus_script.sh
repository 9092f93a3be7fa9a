#!/usr/bin/env bash
# What crosses the bus for a picture of the window, on the simulated device: with panel, measures, D and a followed boid it does not
# grow with the flock, and the host waits once for each step, once for the answers about boids, and once for a camera that follows; also
# while a film is recorded and after Compare. Needs a display and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

pictures() { [[ -f t.csv && $(wc -l <t.csv) -gt $1 ]]; }
# Of the rows FROM .. TO: the most bytes down, without the $per_step bytes of each step, and up, waits beside those for steps, and
# steps queued. A step is a graph, and so is the sort before a picture.
most() {
  awk -F, -v from="$1" -v to="$2" -v each="$per_step" 'NR > from && NR <= to {
      if ($2 - each * ($8 - 1) > down) down = $2 - each * ($8 - 1)
      if ($3 > up) up = $3
      if ($5 - ($8 - 1) > waits) waits = $5 - ($8 - 1)
      if ($10 > queue) queue = $10
    }
    END { print down + 0, up + 0, waits + 0, queue + 0 }' t.csv
}

# bounded WHAT: the next 50 pictures. @returns in $down the most bytes down.
bounded() {
  local from up waits queue
  # A window that draws slowly puts off up to three pictures after input, and each of those frames has answers about boids.
  within_time "frames without input" frames $(($(wc -l <frames.csv) + 8))
  from=$(wc -l <t.csv)
  within_time "more pictures" pictures $((from + 50))
  read -r down up waits queue < <(most "$from" "$((from + 50))")
  echo "$1: at most $down bytes down, $up up, $waits waits beside those for steps, $queue steps queued"
  [[ $down -gt 10000 ]] || fail "$down bytes down: no boid was shown"
  [[ $down -le 65536 ]] || fail "$down bytes down"
  [[ $up == 0 ]] || fail "$up bytes up"
  [[ $waits -le $((1 + follows)) ]] || fail "$waits waits"
  [[ $queue -le 4 ]] || fail "$queue steps queued"
}
panel_at="700 300"

cat >predators.toml <<'TOML'
preset = "murmuration"
[[predator]]
max_speed = 3.0
[[predator]]
flocks = true
[cursor]
at = [60.0, 50.0]
mode = "attract"
TOML

for what in "--preset cis565" predators.toml "--preset cis565 --scene day --camera follow"; do
  before= per_step=0 follows=0
  [[ $what == predators.toml ]] && per_step=32  # the places of two predators
  [[ $what == *follow ]] && follows=1
  for boids in 500 2000; do
    rm -f t.csv frames.csv
    # shellcheck disable=SC2086  # an option and its value
    MURMUR_SIM_TRAFFIC=t.csv "$MURMUR" view $what --boids "$boids" --backend cuda --kernel loop --size 800x500 --panel shown \
      --panel-places places.txt --frame-log frames.csv --overwrite >out.txt 2>err.txt &
    program=$!
    find_window
    xdotool mousemove --window "$window" 250 250
    settle
    xdotool key d keydown ctrl click 1 keyup ctrl
    settle
    within_time "pictures" pictures 40
    bounded "$what, $boids boids"
    now=$down
    if [[ $what == *cis565 && $boids == 2000 ]]; then
      compare_backends
      xdotool mousemove --window "$window" 250 250
      settle
      bounded "after Compare"
      command -v ffmpeg >/dev/null && {
        save_as mp4
        xdotool mousemove --window "$window" 250 250
        settle
        bounded "with a film"
        press film.stop
        within_time "the film" file_there murmur-001.mp4
      }
    fi
    xdotool key q
    ends_with 0
    # Some pictures have a hash, or a step that ended with the picture before.
    more=$((now - ${before:-$now}))
    [[ ${more#-} -le 128 ]] || fail "$before bytes down with 500 boids, $now with $boids"
    before=$now
  done
done
