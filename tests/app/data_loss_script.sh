#!/usr/bin/env bash
# Existing results are kept, and two runs never mix in one file, whatever option is forgotten or wrong.
# Usage: MURMUR=path/to/murmur bash data_loss_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

python=$(python_with_h5py)
book=(run --preset book --boids 50)
sums() { sha256sum "$@" 2>/dev/null; }

# --- A run goes on in its own files only, and without a gap.
for format in h5 xyz; do
  expect 0 'hash=' "${book[@]}" --seed 2 --steps 500 --trajectory b.$format --metrics b.csv
  expect 0 'hash=' "${book[@]}" --steps 100 --checkpoint c
  sums b.$format b.csv >before
  expect 2 'belongs to the run' run --resume c --steps 120 --trajectory b.$format
  expect 2 'belongs to the run' run --resume c --steps 120 --metrics b.csv
  check "files of another run are as they were" cmp before <(sums b.$format b.csv)
  rm -f b.* c c.*

  expect 0 'hash=' "${book[@]}" --steps 40 --trajectory t.$format --metrics m.csv --metrics-every 10 --checkpoint c
  expect 0 'hash=' run --resume c --steps 100 --checkpoint c
  sums t.$format m.csv >before
  expect 2 'ends at step 40, the checkpoint of --resume is of step 100' run --resume c --steps 120 --trajectory t.$format
  expect 2 'would be missing' run --resume c --steps 120 --metrics m.csv --metrics-every 10
  check "files with a gap are as they were" cmp before <(sums t.$format m.csv)
  expect 2 '--metrics m.csv: has an entry every 10 steps; add --metrics-every 10' run --resume c.1 --steps 60 --metrics m.csv
  expect 0 'hash=' run --resume c.1 --steps 60 --trajectory t.$format --metrics m.csv --metrics-every 10
  rm -f t.* m.csv c c.*
done
# A fault of one output leaves the others as they were, also what follows the checkpoint in them.
expect 0 'hash=' "${book[@]}" --steps 200 --metrics m.csv --metrics-every 10 --checkpoint c --checkpoint-every 150
sums m.csv >before
printf 'not a trajectory\n' >t.xyz
expect 2 'is not the trajectory' run --resume c.1 --steps 200 --metrics m.csv --metrics-every 10 --trajectory t.xyz
check "rows behind the checkpoint are there still" cmp before <(sums m.csv)
# Another precision, start or image is another run.
expect 0 'hash=' "${book[@]}" --steps 0 --output s.csv
expect 0 'hash=' "${book[@]}" --initial s.csv --steps 20 --metrics i.csv --metrics-every 10 --checkpoint ci
expect 2 'belongs to the run' run --resume c --steps 201 --metrics i.csv --metrics-every 10
# Files without an id, as older versions wrote them.
cut -d, -f1-14 m.csv >old.csv
check "the last column is the run" grep -q ',delta_v_mean,run$' m.csv
expect 2 'does not say to which run it belongs' run --resume c --steps 201 --metrics old.csv
expect 0 'hash=' "${book[@]}" --steps 20 --log-events l.jsonl --step-log l.csv --trajectory l.xyz
id=$(tail -n 1 l.csv | grep -oE 'r[0-9a-f]{16}$')
check "the same id in the step log, the event log and the trajectory" \
  test "$(grep -c "\"run\":\"$id\"" l.jsonl) $(grep -c " Run=$id$" l.xyz)" = '1 3'
rm -f ./*

# --- A terminal or log that cannot be written never ends a run.
whole=$("$MURMUR" "${book[@]}" --steps 200 2>/dev/null | sed 's/.*hash=//')
for closed in '2>/dev/full' '2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
  eval "\"\$MURMUR\" \"\${book[@]}\" --steps 200 --checkpoint c --output s.csv --metrics m.csv >out $closed"
  check "exit code 0 with $closed" test $? -eq 0
  check "the state with $closed" test "$(wc -l <s.csv) $(head -n 1 s.csv)" = '51 step,id,x,y,vx,vy'
  check "no message in a file with $closed" test "$(cat s.csv m.csv | grep -cE '%|hash=|murmur')" -eq 0
  rm -f s.csv m.csv
  expect 0 "hash=$whole" run --resume c --steps 200
  rm -f c c.1
done
"$MURMUR" "${book[@]}" --steps 2000 --output s.csv 2>&1 >/dev/null | head -n 1 >/dev/null
check "exit code when the reader of messages goes away" test "${PIPESTATUS[0]}" -eq 0
rm -f ./*

# --- Results that are there are kept.
sentence='is there already and is kept'
expect 0 'hash=' "${book[@]}" --steps 60 --output o.csv --metrics m.csv --trajectory t.h5 --log-events l.jsonl \
  --step-log p.csv --checkpoint c --checkpoint-every 20
kept=(c c.1 l.jsonl m.csv o.csv p.csv t.h5)
sums "${kept[@]}" >before
for option in '--output o.csv' '--metrics m.csv' '--trajectory t.h5' '--log-events l.jsonl' '--step-log p.csv' \
  '--frame-log p.csv' '--checkpoint c'; do
  expect 2 "$sentence" "${book[@]}" --steps 5 $option
done
expect 2 "$sentence" "${book[@]}" --steps 5 --metrics m.csv --trajectory t.h5
check "every file that is there is named" test "$(grep -c "$sentence" out)" -eq 2
mv c kept
expect 2 "c.1: the file $sentence" "${book[@]}" --steps 5 --checkpoint c
mv kept c
expect 2 "$sentence" run --resume c --steps 70 --log-events l.jsonl
expect 2 "$sentence" run --resume c --steps 70 --output m.csv
check "all files are as they were" cmp before <(sums "${kept[@]}")
expect 0 'hash=' "${book[@]}" --seed 3 --steps 5 --output o.csv --metrics m.csv --trajectory t.h5 --log-events l.jsonl \
  --step-log p.csv --checkpoint c --overwrite
expect 0 'hash=' run --resume c --steps 7 --output o.csv --metrics m.csv --trajectory t.h5 --checkpoint c
expect 0 'hash=' "${book[@]}" --seed 4 --steps 5 --checkpoint other
expect 2 'is not of the run of --resume' run --resume c --steps 9 --checkpoint other
: >empty.csv
expect 0 'hash=' "${book[@]}" --steps 1 --metrics empty.csv
rm -f ./*

# No output is an input, or a file of another output.
printf 'preset = "book"\nboids = 50\n' >s.toml
expect 0 'hash=' run s.toml --steps 3 --output start.csv --checkpoint q
ln s.toml same.toml
ln -s s.toml link.toml
kept=(s.toml same.toml link.toml start.csv q)
sums "${kept[@]}" >before
expect 2 'which is the scenario of this command' run s.toml --steps 5 --output s.toml --overwrite
expect 2 'which is the scenario of this command' run s.toml --steps 5 --metrics same.toml --overwrite
expect 2 'which is the scenario of this command' run link.toml --steps 5 --metrics s.toml --overwrite
expect 2 'which is the state of --initial' run s.toml --initial start.csv --steps 5 --output start.csv --overwrite
expect 2 'which is the checkpoint of --resume' run --resume q --steps 5 --output q --overwrite
expect 2 'was named for two outputs' run s.toml --steps 5 --checkpoint n --output n.1
expect 2 'are those of locks' run s.toml --steps 5 --metrics n --output n.murmur-lock
expect 2 'was named for two outputs' run s.toml --steps 5 --checkpoint n --metrics ./n
check "inputs are as they were" cmp before <(sums "${kept[@]}")
expect 0 'hash=' run --resume q --steps 5 --checkpoint q
expect 0 'hash=' run --resume q.1 --steps 6 --checkpoint q
rm -f ./*

# Locks and temporary files have names of their own.
for name in poetry.lock poetry.part poetry.murmur-lock; do printf 'mine\n' >$name; done
expect 1 'a file that murmur did not make' "${book[@]}" --steps 5 --output poetry
rm poetry.murmur-lock
printf 'mine\n' >victim
ln -s victim poetry.murmur-lock
expect 1 'a file that murmur did not make' "${book[@]}" --steps 5 --output poetry
rm poetry.murmur-lock
ln -s victim c.part
ln -s victim c.1.part
expect 0 'hash=' "${book[@]}" --steps 50 --output poetry --checkpoint c --checkpoint-every 10
check "files beside an output are kept" test "$(cat poetry.lock poetry.part victim)" = "$(printf 'mine\nmine\nmine')"
check "nothing is left behind" test "$(ls)" = "$(printf '%s\n' c c.1 c.1.part c.part out poetry poetry.lock poetry.part victim)"
# What a killed run left is taken away by the next one that writes there.
: >c.murmur-0123456789abcdef.part
expect 0 'hash=' run --resume c --steps 51 --checkpoint c
check "the part of a killed run is gone" test ! -e c.murmur-0123456789abcdef.part
rm -f ./*

# bench keeps its files too.
expect 0 'boids' bench --force --boids 100 --steps 1 --warmup 0 --backends cpu:1 --json b.json --csv b.csv
expect 2 "$sentence" bench --force --boids 100 --steps 1 --warmup 0 --backends cpu:1 --json b.json
expect 2 "$sentence" bench --force --boids 100 --steps 1 --warmup 0 --backends cpu:1 --csv b.csv
expect 0 'boids' bench --force --boids 100 --steps 1 --warmup 0 --backends cpu:1 --json b.json --csv b.csv --overwrite
rm -f ./*

# --- The terrain image belongs to the run.
if [ -n "$python" ]; then
  mkdir scenes elsewhere
  picture() {  # picture FILE GREY: 4 x 4 pixels
    "$python" -c 'import struct, sys, zlib
def chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\0" + bytes((int(sys.argv[2]) * (x + y)) % 256 for x in range(4)) for y in range(4))
open(sys.argv[1], "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0)) +
                              chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))' "$1" "$2"
  }
  picture scenes/hill.png 30
  printf 'preset = "blog"\n[terrain]\nimage = "hill.png"\n' >scenes/s.toml
  expect 0 'hash=' run scenes/s.toml --boids 50 --steps 200
  wanted=$(hash_of out)
  expect 0 'hash=' run scenes/s.toml --boids 50 --steps 100 --checkpoint c --log-events l.jsonl --metrics m.csv
  cd elsewhere || exit 1
  expect 0 "hash=$wanted" run --resume ../c --steps 200
  expect 0 'hashes agree' replay ../l.jsonl --headless
  expect 0 "hash=$wanted" run --preset blog --set terrain.image=../scenes/hill.png --boids 50 --steps 200
  cd ..
  picture scenes/hill.png 40
  expect 2 'hill.png has changed since the run began' run --resume c --steps 200
  expect 2 'hill.png has changed since the run began' replay l.jsonl --headless
  expect 0 'hash=' run scenes/s.toml --boids 50 --steps 100 --checkpoint d
  expect 2 'belongs to the run' run --resume d --steps 200 --metrics m.csv
  rm scenes/hill.png
  expect 2 'hill.png cannot be read' run --resume c --steps 200
  expect 2 'hill.png cannot be read' replay l.jsonl --headless
  rm -rf scenes elsewhere ./*
fi

# --- A sweep goes on where a checkpoint is damaged: from the one before, or anew.
printf 'preset = "book"\nboids = 50\n' >s.toml
sweep=(run s.toml --steps 60 --set seed=1..4 --output-dir sweep --metrics-every 20)
expect 0 '4 of 4 run now' "${sweep[@]}"
cut -d, -f1-5,7- sweep/summary.csv >before
for seed in 1 2 3; do
  run=sweep/seed=$seed
  rm "$run/done.json" "$run/final.csv" "$run/metrics.csv"
  expect 0 'hash=' run s.toml --steps 40 --set seed=$seed --checkpoint "$run/checkpoint" --checkpoint-every 20 \
    --metrics "$run/metrics.csv" --metrics-every 20
done
printf 'damaged' | dd of=sweep/seed=1/checkpoint bs=1 seek=3000 conv=notrunc 2>/dev/null
printf 'damaged' | dd of=sweep/seed=2/checkpoint bs=1 seek=3000 conv=notrunc 2>/dev/null
: >sweep/seed=2/checkpoint.1
head -c 500 sweep/seed=3/checkpoint >cut && mv cut sweep/seed=3/checkpoint
for file in summary.csv seed=1/done.json seed=1/final.csv; do : >sweep/$file.murmur-0123456789abcdef.part; done
expect 0 '3 of 4 run now, 1 done before' "${sweep[@]}"
check "the same results as without damage" cmp before <(cut -d, -f1-5,7- sweep/summary.csv)
check "what a killed sweep left is gone" test -z "$(find sweep -name '*.part')"
rm sweep/seed=2/done.json
expect 0 'hash=' run s.toml --steps 40 --set seed=2 --checkpoint sweep/seed=2/checkpoint
printf 'mine\n' >sweep/seed=2/metrics.csv
rm sweep/seed=4/done.json sweep/seed=4/final.csv
expect 1 '1 of 4 run now, 2 done before, 0 elsewhere, 1 failed' "${sweep[@]}"
rm -rf ./*

# --- HDF5 where a write fails: one sentence, exit code 1, and the frames so far.
frames() {
  [ -z "$python" ] || "$python" -c '
import h5py, numpy, sys
with h5py.File(sys.argv[1]) as file:
    boids = file["particles/boids"]
    steps = boids["position/step"][:]
    assert len(steps) >= int(sys.argv[2]) and list(steps) == list(range(len(steps))), steps
    assert numpy.isfinite(boids["position/value"][:]).all() and (boids["id/value"][:] >= 0).all()' "$1" "$2"
}
for limit in 1000 3000 9000; do
  (
    trap '' XFSZ
    ulimit -f $limit
    export LLVM_PROFILE_FILE=/dev/null # the counts of a coverage build are larger than the limit
    exec "$MURMUR" run --preset benchmark --boids 2000 --steps 5000 --trajectory t.h5 --trajectory-every 1
  ) >out 2>err
  check "exit code 1 at a limit of $limit KiB" test $? -eq 1
  check "one sentence at a limit of $limit KiB" test "$(grep -v '^step ' err)" = 'murmur: cannot write t.h5: File too large'
  check "frames before the limit of $limit KiB" frames t.h5 $((limit / 200))
  rm -f t.h5
done

echo "$failures failures"
exit $((failures > 0))
