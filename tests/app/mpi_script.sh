#!/usr/bin/env bash
# murmur-mpi as its users meet it: the bits and the files of one process from several, signals, kills and faults.
# Usage: MURMUR=path/to/murmur MURMUR_SOURCE_DIR=repository bash mpi_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
source "$MURMUR_SOURCE_DIR/tests/support/mpi.sh"

# The same bits at every step, and the same scenario on more ranks than this machine has processors.
for n in 1 2 5; do
  expect_on "$n" 0 'cpu = ranks for 60 steps, 3000 boids' verify --backends cpu,ranks --boids 3000 --steps 60
done
expect_on 8 0 'cpu = ranks for 40 steps' verify --backends cpu,ranks --boids 3000 --steps 40 "$MURMUR_SOURCE_DIR/scenarios/box-3d.toml"
expect_on 3 3 'after step' verify --backends cpu,ranks --boids 500 --steps 20 --inject 5,17

# Every output of a run with events, predators and terrain is the file of one process.
cat >eventful.toml <<'TOML'
preset = "murmuration"
boids = 4000
[wind]
velocity = [0.01, 0.0]
gust = { probability = 0.05, duration = 30, strength = 0.05 }
[terrain]
hill = { at = [500.0, 500.0], radius = 400.0, height = 50.0 }
[[predator]]
max_speed = 3.0
[[predator]]
max_speed = 4.0
[[event]]
step = 10
kind = "startle"
steps = 25
[[event]]
step = 20
kind = "add"
at = [10.0, 20.0]
count = 500
radius = 50.0
[[event]]
step = 30
kind = "scatter"
at = [300.0, 300.0]
strength = 0.05
[[event]]
step = 40
kind = "set"
key = "rules.radius"
value = 60.0
[[event]]
step = 50
kind = "remove"
count = 100
[[event]]
step = 60
kind = "restart"
TOML
outputs='--output o.csv --output-steps 5,35,80 --metrics m.csv --metrics-every 20 --trajectory t.xyz --trajectory-every 20
  --checkpoint c --checkpoint-every 50'  # and HDF5 below
mkdir one many
(cd one && "$MURMUR" run ../eventful.toml --steps 80 $outputs --log-events l.jsonl >out 2>err)
(cd many && on 3 run ../eventful.toml --steps 80 $outputs --log-events l.jsonl >out 2>err)
check 'one process ends with a hash' test -n "$(hash_of one/out)"
check 'three ranks end with the hash of one process' test "$(hash_of one/out)" = "$(hash_of many/out)"
for file in o.csv m.csv t.xyz c c.1 l.jsonl; do
  check "$file of three ranks is the file of one process" cmp one/$file many/$file
done

# The same for HDF5, where the bytes of a file depend on when HDF5 wrote them: every dataset is equal.
python=$(python_with_h5py)
same_h5() {
  [ -z "$python" ] || "$python" -c '
import h5py, sys
one, other = (h5py.File(name) for name in sys.argv[1:])
names = []
one.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
assert len(names) > 9, names
for name in names:
    a, b = one[name][()], other[name][()]
    assert a == b if isinstance(a, bytes) else a.shape == b.shape and a.tobytes() == b.tobytes(), name' "$1" "$2"
}
(cd one && "$MURMUR" run ../eventful.toml --steps 30 --trajectory t.h5 --trajectory-every 3 >/dev/null 2>&1)
(cd many && on 3 run ../eventful.toml --steps 30 --trajectory t.h5 --trajectory-every 3 --frame-log steps.csv >/dev/null 2>err)
check 't.h5 of three ranks has the data of one process' same_h5 one/t.h5 many/t.h5
check 'rank 0 logs the step that took longest' test "$(wc -l <many/steps.csv)" -eq 31
check 'only rank 0 tells the progress' test -z "$(grep '^step' many/err | sort | uniq -d)"

# A checkpoint of any number of ranks goes on on any other number, and in one process.
"$MURMUR" run --steps 120 --resume one/c.1 >whole 2>err
for n in 1 4; do
  on "$n" run --steps 120 --resume many/c.1 >resumed 2>err
  check "$n ranks go on from three" test "$(hash_of resumed)" = "$(hash_of whole)"
done
"$MURMUR" run --steps 120 --resume many/c >resumed 2>err
check 'one process goes on from three ranks' test "$(hash_of resumed)" = "$(hash_of whole)"

# A signal to any rank: a checkpoint is written.
start_on 3 run eventful.toml --steps 1000000 --checkpoint signal.c --step-log signal.csv
wait_for_steps signal.csv 20
kill -TERM "$(rank_process 1)"
wait "$mpirun"
check 'SIGTERM to one rank ends all of them with 143' test $? -eq 143
check 'SIGTERM leaves a checkpoint' test -s signal.c
check 'the command to go on is told' grep -qF 'go on with: murmur-mpi run --resume signal.c' background.out

# A rank that is killed ends all; the last checkpoint is good.
start_on 3 run eventful.toml --steps 1000000 --checkpoint killed.c --checkpoint-every 10 --step-log killed.csv
wait_for_steps killed.csv 40
kill -KILL "$(rank_process 2)"
wait "$mpirun"
check 'a killed rank ends the run with a failure' test $? -ne 0
check 'the killed rank, its host and its step are told' \
  grep -qE "rank 2 \\($(hostname)\\), step [1-9][0-9]*: its process has ended" background.out
check 'the killed rank is told once' test "$(grep -c 'has ended without a word' background.out)" -eq 1
check 'a killed rank leaves a checkpoint' test -s killed.c
"$MURMUR" run --steps 0 --resume killed.c >out 2>&1  # refused: it names the step of the checkpoint
last=$(($(grep -o 'at step [0-9]*' out | grep -o '[0-9]*') + 40))
on 2 run --steps "$last" --resume killed.c >resumed 2>err
"$MURMUR" run --steps "$last" --resume killed.c >whole 2>err
check 'the killed run goes on' test -n "$(hash_of whole)"
check 'two ranks go on from it' test "$(hash_of resumed)" = "$(hash_of whole)"

# Memory ends on one rank: at the start, and in a later step, when boids are added. One sentence names rank, host and step.
if [ -r "${FAULT_SHIM:-}" ]; then
  cat >grows.toml <<'TOML'
preset = "benchmark"
boids = 400000
[[event]]
step = 5
kind = "add"
at = [5.0, 5.0]
count = 400000
radius = 4000.0
TOML
  # without_memory CALL STEPS: the CALL-th array of rank 1 that is large gets no memory.
  without_memory() {
    mpirun -n 2 bash -c '[ "$OMPI_COMM_WORLD_RANK" = 0 ] || export LD_PRELOAD=$3 FAULT=large:$1 FAULT_COUNT=large
      exec "$0" run grows.toml --steps "$2"' "$murmur_mpi" "$1" "$2" "$FAULT_SHIM" </dev/null >out 2>&1
  }
  without_memory 0 5
  check 'a rank has large arrays' test "$(cat large)" -gt 0
  for call in 1 $(($(cat large) + 1)); do
    without_memory "$call" 8
    check "a rank without memory ends the run (array $call)" test $? -eq 1
    check "it says so in one sentence (array $call)" test "$(grep -c '^murmur: ' out)" -eq 1
    step=$([ "$call" -eq 1 ] && echo 0 || echo 5)
    check "it names rank, host and step (array $call)" \
      grep -qF "rank 1 ($(hostname)), step $step: there is not enough memory" out
  done
fi

# Faults name rank, host, boid and step.
cat >burst.toml <<'TOML'
preset = "benchmark"
boids = 2000
[rules]
separation = { shape = "factor", amount = 3e38 }
TOML
expect_on 3 1 "($(hostname)): boid" run burst.toml --steps 100
expect_on 3 1 'after step' run burst.toml --steps 100
expect_on 4 0 'so that 2 of 4 ranks have boids' run --preset book --set rules.radius=200 --steps 5
expect_on 2 2 '--bogus is not an option of murmur-mpi run' run --bogus
expect_on 2 0 'rank 1 (' devices

[ "$failures" -eq 0 ] && echo "all checks passed"
exit "$failures"
