#!/usr/bin/env bash
# What a run shares with its process and its user's shell: floating-point state, locale, umask, blocked signals, OMP_*. Bits and files
# do not depend on them.
# Usage: MURMUR=path/to/murmur PROCESS_SHIM=path/to/libprocess_shim.so bash process_script.sh
[ -n "${PROCESS_SHIM:-}" ] || { echo "no library to preload in this build"; exit 77; }
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

denormal_scenario >slow.toml

# flown NAME COMMAND...: a run under the command, with its files in the folder NAME.
flown() {
  local name=$1
  shift
  mkdir -p "$name"
  "$@" "$MURMUR" run slow.toml --steps 100 --threads 2 --metrics "$name/m.csv" --metrics-every 10 --output "$name/f.csv" \
    --trajectory "$name/t.xyz" --trajectory-every 20 --log-events "$name/l.jsonl" >"$name/out" 2>&1 ||
    check "$name: $(tail -n 2 "$name/out")" false
}

flown plain env
plain=$(hash_of plain/out)
[ "$plain" = 79411656a5264715 ] || check "the hash of slow.toml is $plain" false

# same NAME: its hash and files are those of the plain run.
same() {
  [ "$(hash_of "$1/out")" = "$plain" ] || check "$1: hash $(hash_of "$1/out") is not $plain" false
  local file
  for file in m.csv f.csv t.xyz l.jsonl; do check "$1: $file differs" cmp -s "plain/$file" "$1/$file"; done
}

for word in flush up down zero trap; do
  flown "$word" env LD_PRELOAD="$PROCESS_SHIM" PROCESS="$word"
  same "$word"
done

# A locale whose numbers have a comma, and one that does not exist.
if command -v localedef >/dev/null && localedef -i de_DE -f UTF-8 ./de_DE.UTF-8 2>/dev/null; then
  flown comma env LOCPATH="$PWD" LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8
  same comma
fi
flown nowhere env LC_ALL=xx_YY.UTF-8
same nowhere

flown threads env OMP_NUM_THREADS=1 OMP_DYNAMIC=true OMP_THREAD_LIMIT=1 OMP_WAIT_POLICY=passive
same threads

(umask 0077 && flown private env)
same private
[ "$(stat -c %a private/f.csv)" = 600 ] || check "a file under umask 0077 has the mode $(stat -c %a private/f.csv)" false

# A parent that blocks SIGTERM passes this on; the run hears of the signal all the same.
cat >blocked.py <<'PY'
import os, signal, subprocess, sys, time
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
run = subprocess.Popen([os.environ["MURMUR"], "run", "--preset", "book", "--steps", "1000000000", "--log-events", "blocked.jsonl"],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
while run.poll() is None and not (os.path.exists("blocked.jsonl") and "hash" in open("blocked.jsonl").read()):
    time.sleep(0.1)
run.send_signal(signal.SIGTERM)
try:
    run.communicate(timeout=120)
except subprocess.TimeoutExpired:
    run.kill()
sys.exit(run.returncode != 143)
PY
check "a run whose parent blocks SIGTERM ends at it with 143" python3 blocked.py

echo "$failures failures"
[ "$failures" -eq 0 ]
