#!/usr/bin/env bash
# The X server ends under the window: one sentence of ours, no lock stays, and the event log replays. Needs Xvfb (xvfb-run) and
# xdotool.
source "$(dirname "${BASH_SOURCE[0]}")/../support/window.sh"

mkfifo number
Xvfb -displayfd 3 -screen 0 800x600x24 3>number >/dev/null 2>&1 &
server=$!
read -r display <number
DISPLAY=:$display "$MURMUR" view --backend cpu --preset book --boids 60 --size 640x480 --frame-log frames.csv \
  --log-events log.jsonl >out.txt 2>err.txt &
program=$!
within_time "pictures" frames 5
kill -9 $server
code=0
wait $program || code=$?
program=
[[ $code == 1 ]] || fail "exit $code, not 1"
[[ $(wc -l <err.txt) == 1 ]] && grep -q "the display is gone" err.txt || fail "the message"
[[ -z $(find . -name '*.murmur-lock') ]] || fail "locks stay: $(find . -name '*.murmur-lock')"
"$MURMUR" replay log.jsonl --headless >/dev/null 2>err.txt || fail "the log does not replay"
