#!/usr/bin/env bash
# What crosses the bus for a picture of the window, on the simulated device: with panel, measures, D and a followed boid it does not
# grow with the flock, and the host waits once for each step and once for the answers about boids. Needs a display and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

pictures() { [[ -f t.csv && $(wc -l <t.csv) -gt $1 ]]; }
# Of the rows FROM .. TO: their number, the most bytes down and up, waits beside those for steps, and steps queued. A step is a
# graph, and so is the sort before a picture.
most() {
  awk -F, -v from="$1" -v to="$2" 'NR > from && NR <= to {
      if ($2 > down) down = $2
      if ($3 > up) up = $3
      if ($5 - ($8 - 1) > waits) waits = $5 - ($8 - 1)
      if ($9 > queue) queue = $9
    }
    END { print down + 0, up + 0, waits + 0, queue + 0 }' t.csv
}

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

for what in "--preset cis565" predators.toml; do
  before=
  for boids in 500 2000; do
    rm -f t.csv frames.csv
    # shellcheck disable=SC2086  # an option and its value
    MURMUR_SIM_TRAFFIC=t.csv "$MURMUR" view $what --boids "$boids" --backend cuda --kernel loop --size 800x500 --panel shown \
      --frame-log frames.csv --overwrite >out.txt 2>err.txt &
    program=$!
    find_window
    xdotool mousemove --window "$window" 250 250
    settle
    xdotool key d keydown ctrl click 1 keyup ctrl
    settle
    within_time "pictures" pictures 40
    from=$(wc -l <t.csv)
    within_time "more pictures" pictures $((from + 50))
    read -r down up waits queue < <(most "$from" "$((from + 50))")
    xdotool key q
    ends_with 0
    echo "$what, $boids boids: at most $down bytes down, $up up, $waits waits beside those for steps, $queue steps queued"
    [[ $down -gt 10000 ]] || fail "$down bytes down: no boid was shown"
    [[ $down -le 65536 ]] || fail "$down bytes down"
    [[ $up == 0 ]] || fail "$up bytes up"
    [[ $waits -le 1 ]] || fail "$waits waits"
    [[ $queue -le 4 ]] || fail "$queue steps queued"
    # Between two pictures are one step or more, each with the places of two predators (32 bytes), and sometimes a hash.
    more=$((down - ${before:-$down}))
    [[ ${more#-} -le 256 ]] || fail "$before bytes down with 500 boids, $down with $boids"
    before=$down
  done
done
