#!/usr/bin/env bash
# What is saved says all: tables that are absent, startles and gusts of before, the step of a flock without boids.
# Usage: MURMUR=path/to/murmur bash saved_whole_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

# --- A removed table stays removed, by way of every file. vicsek has noise.
cat >removed.toml <<'TOML'
preset = "vicsek"
boids = 60
[[event]]
step = 10
kind = "set"
key = "noise"
value = ""
TOML
removed=(--preset vicsek --boids 60 --set noise=)
expect 0 'hash=' run "${removed[@]}" --steps 40
whole=$(hash_of out)
expect 0 'hash=' run removed.toml --steps 40
event=$(hash_of out)
expect 0 'hash=' run "${removed[@]}" --steps 20 --checkpoint c --log-events l.jsonl
expect 0 "hash=$whole" run --resume c --steps 40 --log-events m.jsonl
expect 0 "2 hashes agree" replay l.jsonl --headless
expect 0 "hash=$whole" replay m.jsonl --headless
expect 0 'hash=' run removed.toml --steps 20 --checkpoint e --log-events n.jsonl
expect 0 "hash=$event" run --resume e --steps 40 --log-events o.jsonl
expect 0 "hash=$event" replay o.jsonl --headless
expect 0 '1 of 1 run now' run "${removed[@]}" --steps 40 --output-dir sweep
expect 0 "hash=$whole" run "$(find sweep -name scenario.toml)" --steps 40
python=$(python_with_h5py)
if [ -n "$python" ]; then
  expect 0 'hash=' run "${removed[@]}" --steps 40 --trajectory t.h5
  "$python" -c 'import h5py; print(h5py.File("t.h5")["parameters/scenario"][()].decode(), end="")' >h5.toml
  expect 0 "hash=$whole" run h5.toml --steps 40
fi
expect 0 "hash=$whole" run "${removed[@]}" --set 'noise=""' --steps 40
expect 2 'noise: is "none"; allowed: a table' run --preset vicsek --set 'noise="none"' --steps 1
rm -rf ./*

# --- A log that begins at a checkpoint without boids.
cat >none.toml <<'TOML'
preset = "book"
boids = 3
[[event]]
step = 5
kind = "remove"
count = 3
TOML
expect 0 '0 boids' run none.toml --steps 10 --checkpoint c
expect 0 '0 boids' run --resume c --steps 30 --log-events none.jsonl
expect 0 'hash=' replay none.jsonl --headless
rm -rf ./*

# --- Events of before that do not suit what later ones left.
cat >later.toml <<'TOML'
preset = "book"
boids = 30
[[obstacle]]
at = [50.0, 50.0]
radius = 10.0
[[event]]
step = 5
kind = "set"
key = "obstacle[0].radius"
value = 20.0
[[event]]
step = 10
kind = "set"
key = "obstacle[0]"
value = ""
TOML
expect 0 'hash=' run later.toml --steps 60
whole=$(hash_of out)
expect 0 'hash=' run later.toml --steps 20 --checkpoint c
expect 0 "hash=$whole" run --resume c --steps 60 --log-events l.jsonl
expect 0 "hash=$whole" replay l.jsonl --headless
rm -f ./*

# --- A log that begins at a checkpoint has the startle and the gust that still act, and the step without boids.
cat >acting.toml <<'TOML'
preset = "ruby"
boids = 40
[[event]]
step = 5
kind = "startle"
steps = 60
[[event]]
step = 6
kind = "gust"
strength = 0.3
steps = 50
[[event]]
step = 7
kind = "set"
key = "rules.radius"
value = 70.0
TOML
cat >empty.toml <<'TOML'
preset = "book"
boids = 0
[[event]]
step = 3
kind = "set"
key = "rules.max_speed"
value = 3.0
[[event]]
step = 25
kind = "add"
at = [50.0, 50.0]
count = 20
TOML
for name in acting empty; do
  expect 0 'hash=' run $name.toml --steps 80
  whole=$(hash_of out)
  expect 0 'hash=' run $name.toml --steps 13 --checkpoint $name.c
  expect 0 "hash=$whole" run --resume $name.c --steps 80 --log-events $name.jsonl
  expect 0 "steps=80" replay $name.jsonl --headless
  check "the log of $name replays to the end" grep -q "hash=$whole" out
done

# --- No record is of a step that no run reaches.
line=$(tail -n 1 acting.jsonl)
step=$(printf '%s' "$line" | grep -oE '"step":[0-9]+')
cat >with_checksum.py <<'PY'
import sys
head, check = sys.argv[1].rsplit(',"check":"', 1)
text = head.replace(sys.argv[2], '"step":9223372036854775807') + "}"
sum = 2166136261
for byte in text.encode(): sum = (sum ^ byte) * 16777619 % 2**32
print(text[:-1] + ',"check":"%08x"}' % sum)
PY
{ head -n -1 acting.jsonl; python3 with_checksum.py "$line" "$step"; } >late.jsonl
expect 2 'step 9223372036854775807 is not from 0 to 9007199254740992' replay late.jsonl --headless

# --- Logs of the version before, which hold no resumed run, are still read; later ones are refused.
check "a whole run keeps the version of before" grep -q '^{"version":1,' <("$MURMUR" run --preset book --steps 1 --log-events /dev/stdout 2>/dev/null)
check "a resumed run has the next" grep -q '^{"version":2,' acting.jsonl

echo "$failures failures"
exit $((failures > 0))
