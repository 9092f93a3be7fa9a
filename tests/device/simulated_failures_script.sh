#!/usr/bin/env bash
# Every call of the CUDA runtime that a run makes fails once, because a kernel broke down (719) or for another reason (999):
# the run ends with one sentence and a failure, or goes on to the right hash. It neither crashes nor hangs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
play() {
  timeout 60 "$MURMUR" run --backend cuda --preset murmuration --boids 40 --steps 7 >"$folder/out" 2>"$folder/err"
}
hash_in() { grep -o 'hash=[0-9a-f]*' "$folder/out" || true; }
failed() { echo "MURMUR_SIM_FAIL=$MURMUR_SIM_FAIL: $*"; cat "$folder/out" "$folder/err"; exit 1; }

play
right=$(hash_in)
[[ $right ]] || { cat "$folder/err"; exit 1; }

count=0 ended=0 last=1000
for error in 719 999; do
  for ((call = 1; call <= last; call++)); do
    export MURMUR_SIM_FAIL=any:$call:$error
    code=0
    play || code=$?
    ((++count))
    if ((code == 0)); then
      [[ $(hash_in) == "$right" ]] || failed "ended well with another hash than $right"
      if ((error == 719)); then last=$call; fi  # a device that broke down here is not used any more
      continue
    fi
    ((++ended))
    ((code != 124)) || failed "hangs"
    ((code < 100)) || failed "crashed with code $code"
    [[ $(grep -c '^murmur: ' "$folder/err") == 1 ]] || failed "not one sentence"
    grep -q 'GPU\|CUDA\|cuda' "$folder/err" || failed "the sentence does not say what failed"
    [[ ! $(hash_in) ]] || failed "says a hash and ends with code $code"
  done
done
((ended > 100)) || failed "only $ended of $count runs met the failure"
echo "$count runs, each with another call that fails; $ended ended with one sentence, the others with the right hash."
