#!/usr/bin/env bash
# Real clicks, drags and keys at random in the real window; its log replays to the same bits on another thread
# count. And what the window shows never matters: with it and without, at any rate of frames and steps, the same
# hash. Needs a display (xvfb-run) and xdotool.
set -euo pipefail

skip() {
  echo "$1"
  [[ -n ${CI:-} ]] && exit 1  # there it must not pass unseen
  exit 77
}
command -v xdotool >/dev/null || skip "xdotool is not installed"
[[ -n ${DISPLAY:-} ]] || skip "no display: run this with xvfb-run -a"

work=$(mktemp -d)
program=
cleanup() {
  [[ -n $program ]] && kill "$program" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work"

fail() {
  echo "FAILED: $1"
  for file in out.txt log.jsonl; do [[ -f $file ]] && tail -n 12 "$file" | cut -c 1-300; done
  exit 1
}
# within_time WHAT COMMAND...: the command succeeds within 60 seconds, however busy the machine is.
within_time() {
  local what=$1
  shift
  for _ in $(seq 600); do
    "$@" && return
    kill -0 "$program" 2>/dev/null || "$@" || fail "$what: the window is gone"
    sleep 0.1
  done
  fail "$what: waited in vain"
}
frames() { [[ -f frames.csv && $(wc -l <frames.csv) -gt $1 ]]; }
hash_of() { sed -nE 's/.*hash=([0-9a-f]{16}).*/\1/p' "$1" | tail -n 1; }

# 1. A user at random, but the same one each time. Each xdotool call is a burst of input.
"$MURMUR" view --backend cpu --threads 2 --boids 2000 --size 900x600 --panel hidden --log-events log.jsonl \
  --frame-log frames.csv >out.txt 2>&1 &
program=$!
within_time "first frame" frames 3
window=$(xdotool search --onlyvisible --name '^Murmuration$' | head -n 1)
[[ -n $window ]] || fail "no window"
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
    5)
      key=${keys[RANDOM % 16]}
      [[ $key == Escape ]] || args+=(key "$key")  # it would quit
      ;;
  esac
  timeout 20 xdotool "${args[@]}" || fail "xdotool ${args[*]}"
done
before=$(wc -l <frames.csv)
within_time "frames after it" frames $((before + 5))
kill -TERM "$program"
code=0
wait "$program" || code=$?
program=
[[ $code == 143 ]] || fail "exit code $code"
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
  "$MURMUR" replay plain.jsonl --backend cpu --size 300x200 --frame-log frames.csv $rates >out.txt 2>&1 &
  program=$!
  ended() { frames 1 && [[ $(tail -n 1 frames.csv | cut -d , -f 2) == 240 ]]; }
  within_time "the end with $rates" ended
  kill -TERM "$program"
  wait "$program" || true
  program=
  [[ "hash=$(hash_of out.txt)" == "${expected##* }" ]] || fail "with $rates another hash than ${expected##* }"
done
echo "Whatever the user does can be repeated."
