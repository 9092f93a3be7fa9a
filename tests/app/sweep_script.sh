#!/usr/bin/env bash
# Sweeps and figures take a result for done only if everything that decides it is the same; inputs are read once.
# Usage: MURMUR=path/to/murmur bash sweep_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

book=(run --preset book --boids 30)
hashes() { tail -n +2 "$1/summary.csv" | awk -F, '{ print $(NF - 13) }'; } # of a summary, in the order of its rows


# --- A key has one value: what a sweep varies, no option fixes.
sets='sets it already; name it once'
expect 2 "--set seed: --seed $sets" "${book[@]}" --seed 7 --set seed=1..3 --steps 20 --output-dir sw
check "one sentence for all values" test "$(wc -l <out)" -eq 1
expect 2 "--set boids: --boids $sets" run --preset book --boids 4 --set boids=5,6,7 --steps 20 --output-dir sw
expect 2 "--set wind.velocity: --wind $sets" "${book[@]}" --wind 1,0 --set wind.velocity=[1,2],[3,4] --steps 20 --output-dir sw
expect 2 "--set seed: --seed $sets" "${book[@]}" --seed 7 --set seed=3 --steps 20
expect 2 'are the same run' "${book[@]}" --set seed=1 --set wind.velocity=[1,2],[3,4] \
  --set 'wind={velocity=[1,1]}' --steps 20 --output-dir sw
check "nothing ran" test ! -e sw
rm -rf sw
expect 0 'boids=50 ' run --preset book --set boids=50 --steps 2
expect 0 ', 50 boids' verify --preset book --set boids=50 --steps 2
expect 0 ', 50 boids' verify --set boids=50 --steps 2

# --- A finished run is done before only with the same inputs and options.
"$MURMUR" "${book[@]}" --seed 9 --steps 7 --output s.csv >/dev/null 2>&1
"$MURMUR" "${book[@]}" --seed 8 --steps 7 --output other.csv >/dev/null 2>&1
sweep=("${book[@]}" --set seed=1,2 --steps 20 --output-dir sw)
another='seed=1: holds a run with another --precision, --initial, --metrics-every or other files of the scenario'
expect 0 '2 of 2 run now' "${sweep[@]}"
expect 0 '2 done before' "${sweep[@]}" --backend cpu --threads 1 --checkpoint-every 5
for option in '--precision double' '--initial other.csv' '--metrics-every 5'; do
  expect 2 "$another" "${sweep[@]}" $option
  rm sw/seed=1/done.json # nor does an unfinished run go on as another
  expect 2 "$another" "${sweep[@]}" $option
  expect 0 '1 of 2 run now, 1 done before' "${sweep[@]}"
done
expect 0 "hash=$(hashes sw | head -n 1)" run sw/seed=1/scenario.toml --steps 20
# Folders of older versions do not begin with the run, but their files say it.
sed -i 1d sw/seed=*/scenario.toml
expect 0 '2 done before' "${sweep[@]}"
expect 2 "$another" "${sweep[@]}" --precision double
expect 2 "$another" "${sweep[@]}" --initial s.csv
rm sw/seed=1/done.json
expect 2 "$another" "${sweep[@]}" --precision double
expect 0 '1 of 2 run now, 1 done before' "${sweep[@]}"
rm -rf sw
# Another program may use a folder between the plan and its run: here the first sweep is held in its first run.
"$MURMUR" run --preset book --set boids=6000,30 --steps 300 --jobs 1 --output-dir sw >first 2>/dev/null &
until [ -e sw/boids=6000/scenario.toml ] || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
kill -STOP $!
expect 0 '1 of 1 run now' run --preset book --set boids=30 --steps 300 --precision double --output-dir sw
kill -CONT $!
wait $!
check "exit code of a sweep whose folder was used" test $? -eq 1
check "a folder that was used meanwhile" grep -q '^\[2/2\] boids=30: failed: .*holds a run with another --precision' first
rm -rf sw

# --- A summary has the columns of species if any run has species.
expect 0 '2 of 2 run now' "${book[@]}" --set 'species=[],[{name="a",count=10},{name="b"}]' --steps 5 --output-dir sw
check "columns of species" test "$(awk -F, '{ print $(NF - 10), $(NF - 9), $(NF - 4) }' sw/summary.csv | sed -E 's/^[0-9.]+ /M /')" = \
  "$(printf 'mixing a.count b.count\n  \nM 10 20')"
rm -rf sw

# --- Runs side by side: the same results, in the order of the runs, and no progress of single runs.
side=("${book[@]}" --set seed=1..12 --steps 30)
for jobs in 1 5; do
  expect 0 '12 of 12 run now' "${side[@]}" --jobs $jobs --output-dir jobs-$jobs
  "$MURMUR" "${side[@]}" --jobs $jobs --output-dir jobs-$jobs-again >lines 2>err
  check "results in order with $jobs jobs" test "$(grep -o '^\[[0-9]*/12\]' lines | tr -d '\n')" = "$(printf '[%d/12]' $(seq 12))"
  check "no progress of runs with $jobs jobs" test ! -s err
done
check "the same hashes side by side" cmp <(hashes jobs-1) <(hashes jobs-5)
expect 2 '--jobs: are runs of a sweep' "${side[@]:0:5}" --steps 3 --jobs 2
expect 2 '--jobs: '"'0' is not allowed" "${side[@]}" --jobs 0 --output-dir x
expect 2 '--shape-every: a sweep writes metrics and checkpoints alone' "${side[@]}" --shape-every 5 --output-dir x
expect 2 '--trajectory-every: a sweep' "${side[@]}" --trajectory-every 5 --output-dir x
# Stopped, each run that has begun leaves a checkpoint, and the same command goes on.
"$MURMUR" run --preset book --set seed=1,2,3,4 --steps 20000 --jobs 2 --output-dir stop >stopped 2>err &
until [ -e stop/seed=1/scenario.toml ] && [ -e stop/seed=2/scenario.toml ] || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
kill -INT $!
wait $!
check "exit code of a sweep that was stopped" test $? -eq 130
check "both runs have a checkpoint" test -s stop/seed=1/checkpoint -a -s stop/seed=2/checkpoint
expect 0 '4 of 4 run now' run --preset book --set seed=1,2,3,4 --steps 20000 --output-dir stop
expect 0 "hash=$(hashes stop | sed -n 2p)" run --preset book --seed 2 --steps 20000

# --- Inputs are read once: a pipe gives its text once.
expect 0 'hash=' "${book[@]}" --initial s.csv --steps 90
wanted=$(hash_of out)
expect 0 "hash=$wanted" "${book[@]}" --initial <(cat s.csv) --steps 90 --log-events l.jsonl
expect 0 'hashes agree' replay l.jsonl --headless
rm l.jsonl
expect 0 "hash=$wanted" "${book[@]}" --initial /dev/stdin --steps 90 --log-events l.jsonl < <(cat s.csv)
expect 0 'hashes agree' replay l.jsonl --headless
sweep=("${book[@]}" --set rules.radius=40,50,60 --steps 20)
expect 0 '3 of 3 run now' "${sweep[@]}" --initial s.csv --output-dir files
expect 0 '3 of 3 run now' "${sweep[@]}" --initial <(cat s.csv) --output-dir pipes
check "a sweep from a pipe" cmp <(hashes files) <(hashes pipes)
expect 0 '3 done before' "${sweep[@]}" --initial <(cat s.csv) --output-dir files
printf 'preset = "book"\nboids = 30\n' >s.toml
expect 0 '3 of 3 run now' run <(cat s.toml) "${sweep[@]:5}" --output-dir scenario
expect 0 '3 of 3 run now' "${sweep[@]}" --output-dir plain
check "a sweep of a scenario from a pipe" cmp <(hashes plain) <(hashes scenario)
# A stopped run that began from a state goes on.
run='files/rules.radius=50'
rm "$run"/{done.json,metrics.csv,final.csv}
expect 0 'hash=' "${book[@]}" --set rules.radius=50 --initial s.csv --steps 12 --metrics "$run/metrics.csv" --checkpoint "$run/checkpoint"
expect 0 '1 of 3 run now, 2 done before' "${sweep[@]}" --initial s.csv --output-dir files
check "the same as without a stop" cmp <(hashes files) <(hashes pipes)
expect 2 'the boids are those of --initial' run --preset book --set boids=20,30 --initial s.csv --steps 20 --output-dir x
# The state gives N; the scenario of the folder has it.
"$MURMUR" run --preset murmuration --boids 60 --steps 3 --output m.csv >/dev/null 2>&1
expect 0 '1 of 1 run now' run --preset murmuration --set seed=3 --initial m.csv --steps 20 --output-dir n
check "N in the scenario" grep -qx 'boids = 60' n/seed=3/scenario.toml

# --- Values of a figure.
cat >own.toml <<'TOML'
x_key = "noise.amount"
scenario = 'preset = "vicsek"'
seeds = 3
steps = 20
skip = 10
[[series]]
label = "one"
x = [1.0, 2.0]
TOML
expect 0 'nothing to compare with' reproduce own.toml --results all.csv
for cut in 1 4 9 30; do
  head -c -$cut all.csv >cut.csv
  expect 0 'nothing to compare with' reproduce own.toml --results cut.csv
  check "values of a file that was cut by $cut bytes" cmp all.csv cut.csv
done
# A value that the states did not have is kept as such: a flock of one has no nearest neighbour.
cat >absent.toml <<'TOML'
x_key = "noise.amount"
scenario = '''
preset = "vicsek"
boids = 1'''
seeds = 1
steps = 4
skip = 2
every = 1
[[series]]
label = "one"
shape = "nearest"
x = [1.0]
TOML
expect 0 'nothing to compare with' reproduce absent.toml --results absent.csv
check "a value that is not there" grep -q ',nan$' absent.csv
expect 0 'nothing to compare with' reproduce absent.toml --results absent.csv

echo "$failures failures"
exit $((failures > 0))
