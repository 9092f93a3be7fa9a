#!/usr/bin/env bash
# Without a GPU everything but the cuda backend works, and the program says why that does not: in one line.
set -uo pipefail
"$MURMUR" devices | grep -q -- '--device' && exit 77  # there is one
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

devices=$("$MURMUR" devices) || fail "murmur devices exits $?"
[[ $devices =~ cuda\ +none:\ [^[:space:]] ]] || fail "murmur devices gives no reason: $devices"

message=$("$MURMUR" run --boids 100 --steps 2 --backend cuda 2>&1 >/dev/null)
code=$?
[[ $code == 1 ]] || fail "--backend cuda exits $code instead of 1"
[[ $(wc -l <<<"$message") == 1 ]] || fail "more than a line: $message"
[[ $message == *"backend cuda cannot be used: "* ]] || fail "no reason: $message"
[[ $message != *"  "* && ${#message} -gt 60 ]] || fail "no sentence: $message"

automatic=$("$MURMUR" run --boids 100 --steps 2 --backend auto 2>&1) || fail "--backend auto exits $?"
by_cpu=$("$MURMUR" run --boids 100 --steps 2 --backend cpu 2>&1)
hash_of() { grep -o 'hash=[0-9a-f]*' <<<"$1"; }
[[ $(hash_of "$automatic") == "$(hash_of "$by_cpu")" ]] || fail "auto is not the cpu: $automatic"
grep -qi 'cpu' <<<"$automatic" || fail "auto does not say that it takes the CPU: $automatic"

"$MURMUR" verify --preset book --steps 3 --backends reference,auto >/dev/null || fail "verify with auto exits $?"
exit $((failures > 0))
