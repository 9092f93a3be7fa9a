#!/usr/bin/env bash
# Input that is made to break the program: each gives one sentence and an exit code.
# Usage: MURMUR=path/to/murmur bash hostile_input_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
ulimit -c 0
B=(run --preset book --boids 20)

# No message may hold a control character, or be longer than a screen.
quiet() {
  check "only plain text in: $*" sh -c '! LC_ALL=C grep -q "[^[:print:][:space:]]" out'
  check "few bytes in: $*" test "$(wc -c <out)" -lt 4000
}

# Keys and brackets without end.
deep=$(printf 'a.%.0s' $(seq 31000))a
printf 'preset = "book"\n%s = 1\n' "$deep" >deep.toml
expect 2 'deep.toml:2: a key of very many parts; allowed: at most 16' run deep.toml --steps 1
printf 'preset = "book"\n[%s]\nb = 1\n' "$deep" >deep.toml
expect 2 'deep.toml:2: a key of very many parts' run deep.toml --steps 1
printf 'preset = "book"\n[[event]]\nstep = 1\nkind = "set"\nkey = "%s"\nvalue = 1\n' "$deep" >deep.toml
expect 2 'a key of very many parts' run deep.toml --steps 1
quiet a deep key of an event
expect 2 'a key of very many parts' "${B[@]}" --steps 1 --set "$deep=1"
expect 2 'a key of very many parts' "${B[@]}" --steps 1 --set "goal={ $deep = 1 }"
brackets=$(printf '[%.0s' $(seq 31000))
printf 'preset = "book"\n[goal]\npath = %s\n' "$brackets" >deep.toml
expect 2 'brackets inside brackets; allowed: at most 32' run deep.toml --steps 1

# Ranges up to the last number, and far too many values.
expect 0 '1 of 1 run now' "${B[@]}" --steps 1 --set seed=9223372036854775807..9223372036854775807 --output-dir s1
expect 2 'over at most 1000000 values' "${B[@]}" --steps 1 --set seed=-9223372036854775808..9223372036854775807 --output-dir s2
expect 2 'more than 1000000 values' "${B[@]}" --steps 1 --set seed=1..900000,1000001..1900000 --output-dir s2

# Missing memory is reported before it is allocated, also for an event during the run.
cat >crowd.toml <<'TOML'
preset = "book"
[[event]]
step = 3
kind = "add"
at = [300.0, 200.0]
count = 2000000000
TOML
expect 1 'event add at step 3: 2000000000 boids more than the 100 there are need about' run crowd.toml --steps 5

# Input that never ends, and pictures that are small files and large memory.
for option in --initial --resume; do
  expect 1 'it goes on after 256 MiB' "${B[@]}" --steps 1 $option /dev/zero
done
expect 1 'it goes on after 256 MiB' replay /dev/zero --headless
expect 2 'more than 64 MiB' run /dev/zero --steps 1
expect 2 'the file is no PNG' "${B[@]}" --steps 1 --set 'terrain.image="/dev/zero"'
if python3 -c 'import zlib' 2>/dev/null; then
  python3 - <<'PYTHON'
import struct, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
side = 16384
rows = zlib.compressobj()
data = b"".join(rows.compress(b"\0" * (1 + 2 * side)) for _ in range(side)) + rows.flush()
open("large.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 16, 0, 0, 0, 0)) +
                              chunk(b"IDAT", data) + chunk(b"IEND", b""))
PYTHON
  # The address sanitizer takes terabytes of addresses.
  (grep -q __asan_init "$MURMUR" || ulimit -v 1000000; expect 2 '16384 x 16384 pixels; allowed: at most' "${B[@]}" --steps 1 --set 'terrain.image="large.png"'
   exit $failures) || failures=$((failures + 1))
fi

# Results that cannot be written are not given silently.
for words in 'presets' 'presets book' 'devices' '--help' 'run --help' '--version' 'run --preset book --steps 1' \
  'verify --preset book --boids 20 --steps 1' 'run --preset book --steps 1 --set seed=1..2 --output-dir s3'; do
  "$MURMUR" $words >/dev/full 2>err
  check "exit code 1 when the results of '$words' are lost" test $? -eq 1
  check "a sentence when the results of '$words' are lost" grep -q 'cannot write the results' err
done
"$MURMUR" run --preset book --boids 20 --steps 5 >out 2>/dev/full
check "a terminal that cannot be written ends no run" test $? -eq 0
check "nor its result" grep -q '^steps=5 ' out

# A done.json that was changed.
sweep=("${B[@]}" --steps 1 --set seed=1..2 --output-dir s4)
expect 0 '2 of 2 run now' "${sweep[@]}"
for text in '[]' '7' '{"steps": "many"}' '{"steps": 1}' 'null' '{' "$(printf '[%.0s' $(seq 100000))" \
  '{"steps":1,"boids":20,"backend":"cpu","ms_per_step":"1","hash":"0","metrics":{"a":7}}'; do
  printf '%s' "$text" >s4/seed=1/done.json
  expect 2 'is not what a sweep wrote' "${sweep[@]}"
done

# Folders whose name is not UTF-8.
bad=$(printf 'f\377')
mkdir "$bad"
"$MURMUR" presets book >"$bad/s.toml"
expect 0 'hash=' run "$bad/s.toml" --steps 2 --log-events "$bad/l" --checkpoint "$bad/c" --metrics "$bad/m.csv" --output "$bad/o.csv"
expect 0 'hash=' run --resume "$bad/c" --steps 3
expect 0 '1 of 1 run now' "${B[@]}" --steps 1 --set seed=5 --output-dir "$bad/sweep"
printf 'preset = "book"\nterrain.image = "h.png"\n' >"$bad/h.toml"
expect 2 'is not UTF-8' run "$bad/h.toml" --steps 2 --checkpoint c
quiet a folder that is not UTF-8

# Bytes that a terminal would obey.
printf 'step,id,\0\033[2J,\302\233\037x' >control.csv
expect 2 '\x00\x1B[2J' "${B[@]}" --steps 1 --initial control.csv
quiet control.csv
printf 'preset = "book"\n[rules]\n"\\u001b[31m\\u202e" = 1\n' >control.toml
expect 2 'unknown key' run control.toml --steps 1
quiet control.toml
expect 2 'unknown key' run control.toml --steps 1 --set rules.radius=1
{ printf 'preset = "book"\n[rules]\n"'; head -c 10000000 /dev/zero | tr '\0' k; printf '" = 1\n'; } >long.toml
expect 2 'bytes left out' run long.toml --steps 1
quiet long.toml
{ printf 'preset = "book"\n[rules]\n'; seq 20000 | sed 's/.*/k& = 1/'; } >many.toml
expect 2 'more like these' run many.toml --steps 1
check 'at most 50 sentences' test "$(wc -l <out)" -le 50

# Numbers that are none, values that are empty.
if "$MURMUR" render --help | grep -q -- --zoom; then
  for option in --zoom --fps --azimuth --elevation --distance --turn; do
    for value in nan inf -inf 1x ''; do expect 2 '' render --preset book --frames 1 --output z.png $option "$value"; done
  done
  expect 2 "'nan' is not allowed: a number from 0.1 to" render --preset book --frames 1 --output z.png --zoom nan
  expect 2 'its value is empty' render --preset book --frames 1 --output ''
  check 'no picture was made' test ! -e z.png
fi
for option in --output --metrics --trajectory --checkpoint --log-events --initial --resume --preset --boids; do
  expect 2 'its value is empty' run --steps 1 $option ''
done

# A flock of none is written and read back.
expect 0 'boids=0 ' run --preset book --boids 0 --steps 1 --output none.csv
expect 0 'boids=0 ' run --preset book --boids 0 --steps 3 --initial none.csv
expect 2 'holds no boids' run --preset book --steps 3 --initial none.csv

expect 0 'Exit codes:' --help

echo "$failures failures"
exit $((failures > 0))
