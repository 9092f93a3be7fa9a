#!/usr/bin/env bash
# Long runs as their users meet them: kill -9, signals, full disks, damaged and contended files, sweeps.
# Usage: MURMUR=path/to/murmur MURMUR_SOURCE_DIR=repository bash run_outputs_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

python=$(python_with_h5py)

eventful_scenario 3000 >eventful.toml

# Killed at 20 random instants and resumed: the same hash, metrics and trajectory as without.
steps=600
"$MURMUR" run eventful.toml --steps $steps --metrics whole.csv --metrics-every 7 --trajectory whole.xyz \
  --trajectory-every 11 --shape whole-shape.csv --shape-every 50 >whole 2>/dev/null || { cat whole; failures=$((failures + 1)); }
options=(--steps $steps --metrics m.csv --metrics-every 7 --trajectory t.xyz --trajectory-every 11
  --shape shape.csv --shape-every 50 --checkpoint c --checkpoint-every 5)
kills=0
for attempt in $(seq 200); do
  if [ -e c ]; then
    "$MURMUR" run --resume c "${options[@]}" >killed 2>&1 &
  else
    "$MURMUR" run eventful.toml "${options[@]}" --overwrite >killed 2>&1 &
  fi
  pid=$!
  sleep "0.0$((RANDOM % 9))$((RANDOM % 9))"
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  code=$?
  [ $code -eq 137 ] && kills=$((kills + 1))
  if [ $code -ne 137 ] && [ $code -ne 0 ]; then
    echo "FAILED: resuming after $kills kills:"
    cat killed
    failures=$((failures + 1))
    break
  fi
  [ $code -eq 0 ] && [ $kills -lt 20 ] && rm -f c c.1  # it was done: begin again
  [ $kills -ge 20 ] && break
done
check "20 kills (there were $kills)" test $kills -ge 20
if [ -e c ]; then
  "$MURMUR" run --resume c "${options[@]}" >resumed 2>resumed.err
else
  "$MURMUR" run eventful.toml "${options[@]}" --overwrite >resumed 2>resumed.err
fi
check "the hash after 20 kills" test "$(hash_of whole)" = "$(hash_of resumed)" || cat resumed.err
check "the metrics after 20 kills" cmp whole.csv m.csv
check "the shape after 20 kills" cmp whole-shape.csv shape.csv
check "the trajectory after 20 kills" cmp whole.xyz t.xyz

# An id that is used again is another boid: delta_v_mean is of those that stayed, so it is small.
printf 'preset = "book"\n[[event]]\nstep = 10\nkind = "remove"\ncount = 50\n[[event]]\nstep = 10\nkind = "add"\nat = [320.0, 240.0]\ncount = 50\nvelocity = [-2.0, 0.0]\n' >again.toml
"$MURMUR" run again.toml --steps 12 --metrics again.csv --metrics-every 1 >/dev/null 2>&1
check "delta_v_mean of the boids that stayed" awk -F, '$1 == 11 && $14 > 0 && $14 < 0.1 { found = 1 } END { exit !found }' again.csv

# The same on another backend, with an HDF5 file that a killed run leaves readable.
rm -f c c.1
"$MURMUR" run eventful.toml --boids 400 --steps 400 --trajectory whole.h5 --trajectory-every 4 >whole 2>/dev/null
"$MURMUR" run eventful.toml --boids 400 --steps 1000000 --trajectory t.h5 --trajectory-every 4 --checkpoint c \
  --checkpoint-every 50 >/dev/null 2>&1 &
pid=$!
for wait in $(seq 100); do
  [ -e c.1 ] && break
  sleep 0.05
done
kill -9 $pid
wait $pid 2>/dev/null
if [ -n "$python" ]; then
  check "h5py reads the file of a killed run" "$python" -c '
import h5py
with h5py.File("t.h5") as f:
    steps = f["particles/boids/position/step"][:]
    f["particles/boids/position/value"][:]
    assert len(steps) >= 13 and list(steps) == list(range(0, 4 * len(steps), 4)), steps'
fi
cp c reached
expect 2 'is at step' run --resume c --steps 1
expect 2 '--checkpoint-every: names no file; add --checkpoint FILE' run --preset book --steps 1 --checkpoint-every 10
expect 0 'hash=' run eventful.toml --boids 400 --steps 150 --checkpoint c2 --checkpoint-every 60 --trajectory t2.h5 --trajectory-every 4
expect 2 '--trajectory t2.h5: has an entry every 4 steps' run --resume c2.1 --steps 400 --trajectory t2.h5
expect 0 "hash=$(hash_of whole)" run --resume c2.1 --steps 400 --backend reference --trajectory t2.h5 --trajectory-every 4
if [ -n "$python" ]; then
  check "the HDF5 file of a resumed run equals that of a whole one" "$python" -c '
import h5py, numpy
a, b = h5py.File("whole.h5"), h5py.File("t2.h5")
for group in ("boids", "predators"):
    for name in ("position/value", "velocity/value", "id/value", "position/step", "position/time", "box/edges/value"):
        numpy.testing.assert_array_equal(a[f"particles/{group}/{name}"][:], b[f"particles/{group}/{name}"][:], name)'
  expect 0 'hash=' run eventful.toml --boids 400 --steps 400 --output s.csv --output-steps 0,8,400
  check "h5py's values are the CSV's" "$python" -c '
import csv, h5py, numpy
f = h5py.File("whole.h5")
assert list(f["h5md"].attrs["version"]) == [1, 1] and f["h5md/creator"].attrs["name"] in (b"murmur", "murmur")
boids = f["particles/boids"]
assert boids["box"].attrs["dimension"] == 2 and list(boids["box"].attrs["boundary"]) == [b"periodic"] * 2
assert boids["velocity/step"] == boids["position/step"]
frames = {int(s): i for i, s in enumerate(boids["position/step"][:])}
seen = 0
for row in csv.DictReader(open("s.csv")):
    if int(row["id"]) < 0: continue
    i, j = frames[int(row["step"])], int(row["id"])
    assert boids["id/value"][i, j] == j
    for name, columns in (("position", ("x", "y")), ("velocity", ("vx", "vy"))):
        value = boids[name + "/value"][i, j]
        assert [numpy.float32(row[c]) for c in columns] == list(value), (row, value)
    seen += 1
assert seen == 400 + 400 + 380, seen'
  # A flock that fills its world is not worth packing: its chunks are stored past the filters.
  expect 0 'hash=' run --preset benchmark --boids 20k --steps 2 --output d.csv --trajectory d.h5 --trajectory-every 2
  check "h5py reads chunks past the filters" "$python" -c '
import h5py, numpy
rows = numpy.genfromtxt("d.csv", delimiter=",", names=True)
boids = h5py.File("d.h5")["particles/boids"]
assert boids["position/value"].id.get_chunk_info(0).filter_mask == 3
assert boids["id/value"].id.get_chunk_info(0).filter_mask == 0
order = rows["id"].astype(int)
for name, columns in (("position", ("x", "y")), ("velocity", ("vx", "vy"))):
    for k, column in enumerate(columns):
        numpy.testing.assert_array_equal(boids[name + "/value"][-1][order, k], rows[column].astype(numpy.float32))'
  # A file that another program has open is not called a wrong one, and stays as it is.
  expect 0 'hash=' run --preset book --steps 4 --trajectory held.h5 --trajectory-every 2 --checkpoint held
  cp held.h5 held.before
  coproc reader { "$python" -c '
import h5py, sys
file = h5py.File("held.h5", "r")
print("open", flush=True)
sys.stdin.read()'; }
  read -r _ <&"${reader[0]}"
  expect 1 'cannot write held.h5: another program has it open' run --resume held --steps 8 --trajectory held.h5 --trajectory-every 2
  check "a trajectory that is held is not changed" cmp held.before held.h5
  reader_id=$reader_PID
  eval "exec ${reader[1]}>&-"
  wait "$reader_id"
  expect 0 'hash=' run --resume held --steps 8 --trajectory held.h5 --trajectory-every 2
  if "$python" -c 'import matplotlib' 2>/dev/null && [ -n "${MURMUR_SOURCE_DIR:-}" ]; then
    check "plot_run.py" "$python" "$MURMUR_SOURCE_DIR/tools/plot_run.py" --metrics whole.csv --trajectory whole.h5 --output run.png
    check "plot_run.py's picture" test -s run.png
    "$python" "$MURMUR_SOURCE_DIR/tools/plot_run.py" --metrics whole.csv --output run.png >out 2>&1
    judge_out "plot_run.py and a picture that is there" 1 'is there already and is kept' $?
    check "plot_run.py --overwrite" "$python" "$MURMUR_SOURCE_DIR/tools/plot_run.py" --metrics whole.csv --output run.png --overwrite
  fi
else
  echo "skipped: no Python with h5py and numpy"
fi

# Ctrl-C and SIGTERM finish the step, write a checkpoint and say how to go on.
for signal in INT TERM; do
  rm -f c c.1
  "$MURMUR" run eventful.toml --steps 1000000 --checkpoint c --checkpoint-every 20 >out 2>err &
  pid=$!
  for wait in $(seq 100); do
    [ -e c ] && break
    sleep 0.05
  done
  kill -$signal $pid
  wait $pid
  code=$?
  wanted=$([ $signal = INT ] && echo 130 || echo 143)
  check "exit code $wanted after SIG$signal (was $code)" test $code -eq "$wanted"
  check "how to go on after SIG$signal" grep -q 'go on with: murmur run --resume c --steps 1000000 --checkpoint c --checkpoint-every 20' err
  at=$(grep -o 'after step [0-9]*' err | grep -o '[0-9]*')
  expect 0 "steps=$((at + 3)) " run --resume c --steps $((at + 3))
  resumed=$(hash_of out)
  expect 0 "hash=$resumed" run eventful.toml --steps $((at + 3))
done

# Faults are reported before the work starts.
expect 2 'run of another scenario' run --preset book --resume c --steps 100000
expect 2 'leave out --initial or --resume' run --resume c --initial s.csv --steps 100000
expect 2 '--precision double: ' run --resume c --steps 100000 --precision double --backend cpu
expect 2 'with that' run --resume c --steps 100000 --precision double
expect 1 'cannot read nothing' run --resume nothing --steps 10
head -c 1000 c >cut
expect 2 'is cut short' run --resume cut --steps 100000
cp c flipped
# Inverted, not set: the step of the checkpoint depends on the moment of the signal, and so does this byte.
byte=$(od -An -tu1 -j 9000 -N 1 c)
printf "\\$(printf '%03o' $((byte ^ 255)))" | dd of=flipped bs=1 seek=9000 conv=notrunc 2>/dev/null
check "one byte differs" test "$(cmp -l c flipped | wc -l)" -eq 1
expect 2 'checksum does not fit' run --resume flipped --steps 100000
for option in --output --metrics --trajectory --checkpoint --step-log --log-events; do
  expect 1 'does not exist' run --preset book --steps 10 $option missing/f.h5
  expect 1 'is a folder' run --preset book --steps 10 $option "$folder"
done
mkfifo pipe
expect 2 'is not a file' run --preset book --steps 10 --checkpoint pipe --checkpoint-every 5
check "a pipe is no checkpoint" test -p pipe
expect 2 "needs a file's name" run --preset book --steps 10 --output -
check "no file is named -" test ! -e -
expect 2 'allowed: .xyz' run --preset book --steps 10 --trajectory t.pdb
expect 2 'named for two outputs' run --preset book --steps 10 --metrics same.csv --output same.csv
printf 'keep me\n' >mine.csv
expect 2 'is not the metrics file' run --resume c --steps 100000 --metrics mine.csv
expect 2 'is not the shape file' run --resume c --steps 100000 --shape mine.csv
check "a foreign file is kept" grep -q 'keep me' mine.csv
"$MURMUR" run eventful.toml --steps 1000000 --metrics shared.csv --trajectory shared.h5 --checkpoint shared >/dev/null 2>&1 &
pid=$!
for wait in $(seq 100); do
  [ -s shared.h5 ] && [ -s shared.csv ] && break
  sleep 0.05
done
for option in --metrics --output --log-events; do
  expect 1 'another run is writing it' run --preset book --steps 10 $option shared.csv --overwrite
done
expect 1 'another run is writing it' run --preset book --steps 10 --trajectory shared.h5 --overwrite
expect 1 'another run is writing it' run --preset book --steps 10 --checkpoint shared --overwrite
expect 1 'another run is writing it' bench --boids 100 --steps 1 --csv shared.csv --overwrite --force
expect 1 'another run is writing it' reproduce gregoire-chate-2004 --quick --results shared.csv
kill -TERM $pid
wait $pid
# What the standard output has open is written through it.
"$MURMUR" run --preset book --steps 2 --output plain.csv >/dev/null
check "a pipe" cmp plain.csv <("$MURMUR" run --preset book --steps 2 --output /dev/stdout | grep -v '^steps=')
"$MURMUR" run --preset book --steps 2 --output /dev/stdout >both.csv
check "a redirected file has the state" cmp plain.csv <(grep -v '^steps=' both.csv)
check "and then the result" grep -q '^steps=2 .*hash=' <(tail -n 1 both.csv)
# A killed command's temporary file goes with the next one, and the command to go on with can be pasted.
touch b.json.murmur-0123456789abcdef.part
expect 0 '' bench --boids 100 --steps 1 --backends cpu --json b.json --force
check "temporary files are removed" test ! -e b.json.murmur-0123456789abcdef.part
mkdir "sp ace"
"$MURMUR" run --preset book --steps 100000000 --checkpoint "sp ace/c'k" --checkpoint-every 100 >out 2>&1 &
pid=$!
for wait in $(seq 100); do
  [ -s "sp ace/c'k" ] && break
  sleep 0.05
done
kill -TERM $pid
wait $pid
judge_out "the command to go on with" 143 "go on with: murmur run --resume 'sp ace/c'\''k' --steps" $?
if [ "$(id -u)" -ne 0 ]; then
  mkdir sealed && chmod 555 sealed
  expect 1 'Permission denied' run --preset book --steps 10 --metrics sealed/m.csv
fi

# A full disk: one line, exit 1, and what was whole before stays whole.
mkdir small
if mount -t tmpfs -o size=3m tmpfs small 2>/dev/null; then
  mounted=$folder/small
  for format in h5 xyz; do
    expect 1 'the disk is full' run eventful.toml --boids 5000 --steps 100000 --trajectory small/t.$format \
      --trajectory-every 1 --checkpoint small/c --checkpoint-every 2
    check "one line about the full disk" test "$(grep -c '^murmur: ' out)" -eq 1
    if [ $format = h5 ] && [ -n "$python" ]; then
      check "frames before the disk was full" "$python" -c '
import h5py, numpy
with h5py.File("small/t.h5") as f:
    boids = f["particles/boids"]
    steps = boids["position/step"][:]
    assert len(steps) > 2 and list(steps) == list(range(len(steps))), steps
    assert numpy.isfinite(boids["position/value"][:]).all()'
    fi
    last=$(ls small/c small/c.1 2>/dev/null | head -n 1)
    cp "$last" after
    expect 0 'hash=' run --resume after --steps "$(($(head -n 1 after | grep -o '"step":[0-9]*' | head -n 1 | grep -o '[0-9]*') + 2))"
    [ $format = xyz ] && check "whole frames before the disk was full" awk '
      NF == 1 { if (left) exit 1; left = $1 + 1; next } { left-- } END { exit left != 0 }' small/t.xyz
    rm -f small/*
  done
  expect 1 'the disk is full' run eventful.toml --boids 100000 --steps 100 --checkpoint small/c --checkpoint-every 1
  expect 1 'the disk is full' run eventful.toml --boids 100000 --steps 3 --output small/s.csv
  check "nothing half-written is left" test ! -e small/s.csv
else
  echo "skipped: a small tmpfs may not be mounted here"
fi

# Sweeps.
sweep=(run eventful.toml --boids 200 --steps 50 --set rules.radius=30,40 --set seed=1..3 --output-dir sweep --metrics-every 20)
expect 0 'sweep: 6 of 6 run now' "${sweep[@]}"
check "seven lines of summary" test "$(wc -l <sweep/summary.csv)" -eq 7
check "a folder's files" test -s 'sweep/rules.radius=30_seed=2/final.csv' -a -s 'sweep/rules.radius=30_seed=2/metrics.csv'
check "no checkpoint is left" test ! -e 'sweep/rules.radius=30_seed=2/checkpoint'
expect 0 "hash=$(grep '^rules.radius=40_seed=3,' sweep/summary.csv | cut -d, -f8)" run 'sweep/rules.radius=40_seed=3/scenario.toml' --steps 50
cp sweep/summary.csv before.csv
expect 0 'sweep: 0 of 6 run now, 6 done before' "${sweep[@]}"
rm 'sweep/rules.radius=40_seed=1/done.json'
expect 0 'sweep: 1 of 6 run now, 5 done before' "${sweep[@]}"
check "the same summary but for times" cmp <(cut -d, -f1-6,8- before.csv) <(cut -d, -f1-6,8- sweep/summary.csv)
expect 2 'holds a run of 50 steps, not 60' run eventful.toml --boids 200 --steps 60 --set rules.radius=30,40 --set seed=1..3 --output-dir sweep
expect 2 'holds a run of another scenario' run eventful.toml --boids 201 --steps 50 --set rules.radius=30,40 --set seed=1..3 --output-dir sweep
for shard in 1/2 2/2; do
  expect 0 'sweep: 3 of 6 run now' run eventful.toml --boids 200 --steps 50 --set rules.radius=30,40 --set seed=1..3 --output-dir shards --shard $shard
done
check "shards make the same table" cmp <(cut -d, -f1-6,8- before.csv) <(cut -d, -f1-6,8- shards/summary.csv | sed 's/X//')
expect 2 'several values are a sweep' run eventful.toml --steps 5 --set seed=1,2
expect 2 'with 8 shares 1/8, 2/8, … 8/8' run eventful.toml --steps 5 --set seed=1,2 --output-dir x --shard 3/2
expect 2 'leave it out' run eventful.toml --steps 5 --set seed=1,2 --output-dir x --metrics m.csv
expect 2 'rules.radus' run eventful.toml --steps 5 --set rules.radus=1,2 --output-dir x
expect 2 'is set twice' run eventful.toml --steps 5 --set seed=1,2 --set seed=3 --output-dir x
check "nothing ran" test ! -e x

echo "$failures failures"
exit $((failures > 0))
