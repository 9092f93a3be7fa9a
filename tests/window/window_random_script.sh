#!/usr/bin/env bash
# Real clicks, drags and keys at random in the real window; its log replays to the same bits on another thread
# count. And what the window shows never matters: with it and without, at any rate of frames and steps, the same
# hash. Needs a display (xvfb-run) and xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

hash_of() { sed -nE 's/.*hash=([0-9a-f]{16}).*/\1/p' "$1" | tail -n 1; }

# 1. A user at random, but the same one each time. Each xdotool call is a burst of input.
"$MURMUR" view --backend cpu --threads 2 --boids 2000 --size 900x600 --panel hidden --log-events log.jsonl \
  --frame-log frames.csv --overwrite >out.txt 2>&1 &
program=$!
find_window
RANDOM=5
keys=(b s b s w m d n space c h plus minus r p Escape)
for _ in $(seq 60); do
  args=(mousemove --window "$window" $((RANDOM % 880 + 10)) $((RANDOM % 560 + 30)))
  case $((RANDOM % 6)) in
    0) args+=(click 1) ;;
    1) args+=(click 3) ;;
    2) args+=(mousedown 1 mousemove_relative --sync $((RANDOM % 60)) $((RANDOM % 60)) mouseup 1) ;;
    3) args+=(click $((RANDOM % 2 + 4))) ;;  # the wheel
    4) args+=(keydown ctrl click 1 keyup ctrl) ;;
    5) args+=(key "${keys[RANDOM % 16]}") ;;
  esac
  timeout 20 xdotool "${args[@]}" || fail "xdotool ${args[*]}"
done
settle  # a paused window draws when something happens
kill -TERM "$program"
ends_with 143
[[ $(grep -c '"kind"' log.jsonl) -ge 10 ]] || fail "hardly any events"
for threads in 1 3; do
  "$MURMUR" replay log.jsonl --headless --backend cpu --threads $threads >replayed.txt 2>&1 || fail "replay: $(tail -n 1 replayed.txt)"
  [[ $(hash_of replayed.txt) == "$(hash_of out.txt)" ]] || fail "replay ends in another hash"
done

# 2. The picture and its rate never change the result. A replay in the window ends at the same step whatever
#    the number of steps in a frame.
expected=$("$MURMUR" run --preset book --boids 90 --steps 240 --log-events plain.jsonl 2>/dev/null | tail -n 1)
for rates in "--steps-per-second 2000 --fps 200" "--steps-per-second 500 --fps 20" "--steps-per-second 300 --no-vsync" \
  "--steps-per-second 900 --draw disc --colour speed"; do
  rm -f frames.csv
  # shellcheck disable=SC2086
  "$MURMUR" replay plain.jsonl --backend cpu --size 300x200 --frame-log frames.csv --overwrite $rates >out.txt 2>&1 &
  program=$!
  ended() { frames 1 && [[ $(column 2) == 240 ]]; }
  within_time "the end with $rates" ended
  kill -TERM "$program"
  wait "$program" || true
  program=
  [[ "hash=$(hash_of out.txt)" == "${expected##* }" ]] || fail "with $rates another hash than ${expected##* }"
done
echo "Whatever the user does can be repeated."
