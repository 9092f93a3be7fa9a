#!/usr/bin/env bash
# The command line as its users meet it: exit codes, messages, and hashes that agree between commands.
# Usage: MURMUR=path/to/murmur bash cli_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
windowless() { "$MURMUR" view --help | grep -q "not in this build"; }  # nor does it draw
run() { "$MURMUR" run "$@" 2>err | tee last | tail -n 1 | sed 's/.*hash=//'; }

# Help, lists and versions.
expect 0 'Examples:' --help
for command in view run verify replay presets devices rules; do expect 0 "Usage: murmur $command" $command --help; done
expect 0 'murmur ' --version
expect 0 'murmuration ' presets
check 'presets by group' grep -q "^Your own rules:$" out
check 'scenarios among them' grep -q '^  vortex  *Boids circle' out
expect 0 '[rules]' presets book
expect 0 '[[rule]]' presets vortex
expect 2 'did you mean book?' presets bok
expect 2 '--preset: "xyzzy" is not a preset; murmur presets lists them' run --preset xyzzy --steps 1
expect 0 'cpu ' devices

expect 0 'with about 13678 others within the radius of each' run --preset starlings --boids 100k --steps 0
"$MURMUR" run --preset starlings --boids 100k --keep-density --steps 0 2>&1 | grep -q 'close together' &&
  check 'a start that is not dense' false

# Wrong usage: exit code 2, and what is allowed.
expect 2 'did you mean --steps?' run --stpes 5
expect 2 'did you mean --headless?' replay --headles
expect 2 'did you mean verify?' verfy
expect 2 '--steps is required: the step to end at (--steps N)' run
expect 2 'cannot read the scenario absent/book.toml: No such file or directory; give the path of a scenario file, or --preset book' run absent/book.toml
expect 1 'cannot read the scenario scenarios/vortex.toml: No such file or directory; give the path of a scenario file, or --preset vortex' run scenarios/vortex.toml --steps 1
expect 2 'did you mean starlings' run --preset starling
touch some.toml
expect 1 'did you mean some.toml?' run some --steps 1
rm some.toml
expect 2 'a whole number from 0 up' run --steps many
expect 2 "'1.2345k' is not allowed: a whole number from 0 up, such as 500, 10k or 1M" run --steps 1.2345k
expect 2 "'0' is not allowed: a whole number from 1 up" bench --steps 0
XDG_CACHE_HOME=/proc/none expect 0 'XDG_CACHE_HOME names another folder' bench --boids 50 --steps 1 --warmup 0 --backends cpu --state settled --force
expect 0 'steps=2000' run --preset book --boids 1 --steps 2k
expect 2 '--set rules.radius=: the scenario needs rules.radius; give it a value' run --steps 5 --set rules.radius=
expect 2 'a whole number from 0 to 9223372036854775807' run --steps 5 --seed 9223372036854775808
expect 2 '--steps: is given 2 times; give it once' run --steps 5 --steps 6
expect 2 'did you mean cpu?' run --steps 5 --backend cppu
expect 2 'not a count' run --steps 5 --boids lots

# An example scenario by its name is that of its file; a step reads the walls of one from the user's cache.
for name in vortex word; do
  check "the bits of $name" test "$(run --preset $name --boids 100 --steps 3)" = "$(run "$MURMUR_SOURCE_DIR/scenarios/$name.toml" --boids 100 --steps 3)"
done

# Commands of the Python package start it, and it alone: a package of others has the same name.
mkdir -p other/murmur ours/murmur
touch other/murmur/__init__.py ours/murmur/{__init__,_measure}.py
echo 'import sys; print("words", sys.argv[1:]); sys.exit(3)' | tee ours/murmur/__main__.py >other/murmur/__main__.py
PYTHONPATH=other expect 1 'murmur export: this command is in the Python package, which' export a.h5 a.usdc
PYTHONPATH=ours expect 3 "words ['export', 'a.h5', '--fps', '25', '--overwrite']" export a.h5 --fps 25 --overwrite
PYTHONPATH=ours MURMUR_PYTHON=/nowhere/python expect 1 '/nowhere/python cannot be started: No such file' measure a.csv
expect 0 'python3 -m murmur measure' measure --help
expect 0 'python3 -m murmur serve' serve --help
rm -r other ours

# Custom rules: what they become, or a caret under what is wrong.
printf 'preset = "book"\nboids = 30\n[[rule]]\nname = "ring"\nsums.pull = "unit(d)"\nadd = "pull * 0.1"\n[[rule]]\nadd = "perp(v)"\n' >rules.toml
expect 0 'rules.toml: rule[0] "ring": sums pull; a pair: ' rules check rules.toml
check 'a rule without sums' grep -q 'rules.toml: rule\[1\]: no sums; a boid: [1-9]' out
check 'rules together' grep -q 'rules.toml: 2 rules together: a pair: ' out
sed 's/perp(v)/v + wing/; s/unit(d)/unit(dd)/' rules.toml >wrong.toml
expect 2 'wrong.toml:5: rule[0].sums.pull, column 6: there is no name "dd"' rules check rules.toml wrong.toml
check 'a caret under dd' grep -q '^         ^$' out
check 'a caret under wing' grep -q '^        ^$' out
sed -i 's/v + wing/v + wing + wong/' wrong.toml
expect 2 'rule[1].add, column 12: there is no name "wong"' rules check wrong.toml
check 'carets under both' test "$(grep -c '^ *^$' out)" -eq 3
expect 2 'one of check' rules chek rules.toml
expect 0 'hash=' run rules.toml --rule 'let.gain = 0.1; add = "perp(v) * gain"' --set 'rule[2].let.gain=0.2' --steps 2
expect 0 'hash=' run rules.toml --set 'rule[0].add=limit(pull, 1) * 0.1' --steps 2
expect 2 "--set rule: --rule sets it already" run --preset book --rule 'add = "v"' --set 'rule=[]' --steps 2
expect 0 '4 of 4 run now' run rules.toml --set 'rule[0].let.gain=0.1,0.2' --set 'rule[0].add=limit(pull, gain),pull' --steps 2 --output-dir rules
rm -rf rules

# What people try: the value that is meant, or where it is.
book=(run --preset book --steps 0)
expect 2 'allowed: tables, each beginning with [[rule]]; did you mean rules.radius' "${book[@]}" --set rule.radius=60
expect 2 '--set: radius: unknown key; did you mean rules.radius' "${book[@]}" --set radius=60
expect 2 '--goal: goal.at: is [3, 4, 5]; allowed: 2 numbers' "${book[@]}" --goal 3,4,5
expect 2 '--wind: wind.velocity: is [1, 0, 0]' "${book[@]}" --wind 1,0,0
expect 2 '--obstacle: obstacle[0].radius: is -5' "${book[@]}" --obstacle 3,4,-5
expect 2 "'0' stands alone" "${book[@]}" --wind 1 0
expect 2 'did you mean cuda?' "${book[@]}" --backend gpu
expect 2 'its quote is not closed' "${book[@]}" --set 'world.boundary="wrap'
expect 2 '--set: rules.separation_radius: is 25; allowed: at most rules.radius, which is 1.5' "${book[@]}" --set rules.radius=1.5
expect 2 'or [1.0, 0.0]?' "${book[@]}" --set wind.velocity=1,0
expect 2 'a sweep writes a range as 1..5' "${book[@]}" --set seed=1-5
expect 2 'is set with --set rules.radius=' "${book[@]}" --radius 60
expect 2 'is set with --set noise.amount=' "${book[@]}" --noise 0.1
windowless || expect 2 '--steps is not an option of murmur view; run, bench, verify have it' --steps 5
expect 0 'Usage: murmur run' help run
expect 0 'Usage: murmur ' help
for boids in '--boids 1e4' '--boids 10k' '--set boids=10k' '--set boids=1e4'; do
  # shellcheck disable=SC2086
  expect 0 'boids=10000 ' "${book[@]}" $boids
done
expect 0 '--warm-up,--warmup' bench --help
fault_of() { printf "$1" >fault.toml && expect 2 "fault.toml:$2" run fault.toml --steps 0; }
fault_of 'preset = murmuration\n' '1: "murmuration" is not a TOML value; a text stands in quotes: "murmuration"'
fault_of 'preset = "book"\n[[rule]]\nadd = v * 2  # twice\n' '3: "v * 2  " is not a TOML value; a text stands in quotes: "v * 2"'
fault_of 'preset = "book"\nboids = 10k\n' '2: "10k" is not a TOML value; did you mean 10000?'
fault_of 'preset = "book"\n[rules]\nradius = 1,5\n' '3: "1,5" is not a TOML value; did you mean 1.5, or [1.0, 5.0]?'
fault_of 'preset = "book"\n[start]\npositions = "patch\n' '3: "\"patch" is not a TOML value; its quote is not closed'
fault_of 'preset = "book"\nstart = { positions = "patch\n' '2: a text has no quote at its end on this line'
fault_of 'preset = "book"\nboids = 1e4\n' '2: boids: is 10000.0; allowed: a whole number from 0 to 2147483647; write 10000'
fault_of 'preset = "book"\n[rules]\nradius = "60"\nboids = 5\n' '3: rules.radius: is "60"; allowed: a number above 0 (from 1e-9 to 1e9); write 60.0'
check 'a key of another table' grep -q 'fault.toml:4: rules.boids: unknown key; did you mean boids?' out
fault_of 'preset = "book"\n[[event]]\nstep = 2\nkind = "add"\nat = [1, 5000]\n[[event]]\nstep = 1e3\nkind = "startle"\n' '2: event[0].at'
check 'faults in the order of lines' test "$(grep -oE 'toml:[0-9]+' out | tr '\n' ' ')" = 'toml:2 toml:7 '

# A run goes no further than a checkpoint, a log and a state can be read.
for command in "run --preset book" "verify --preset book" "render --preset book --output a.png --frames 1 --warm-up 0"; do
  option=--steps
  [[ $command == render* ]] && option=--steps-per-frame
  # shellcheck disable=SC2086
  [[ $command == render* ]] && windowless && continue
  expect 2 "'9007199254740993' is not allowed: a whole number from" $command $option 9007199254740993
done
"$MURMUR" run --preset book --boids 3 --steps 0 --output late.csv >/dev/null 2>&1
sed -i 's/^0,/9007199254740991,/' late.csv
expect 0 'steps=9007199254740992' run --preset book --initial late.csv --steps 9007199254740992 --checkpoint late --log-events late.jsonl --output last.csv
expect 0 'steps=9007199254740992' run --resume late --steps 9007199254740992
expect 0 'hashes agree' replay late.jsonl --headless
expect 0 'steps=9007199254740992' run --preset book --initial last.csv --steps 9007199254740992
sed -i 's/^9007199254740991,/9007199254740993,/' late.csv
expect 2 "late.csv:2: step '9007199254740993' is not a whole number from 0 to 9007199254740992" run --preset book --initial late.csv --steps 9007199254740992
expect 2 'KEY=VALUE' run --steps 5 --set rules.radius
expect 2 'rules.radius' run --steps 5 --set rules.radios=5
expect 2 'choose one' run some.toml --preset book --steps 5
expect 2 "cannot use 'more.toml'" run some.toml more.toml --steps 5
expect 2 'allowed: 0 to 5' run --preset book --steps 5 --output a.csv --output-steps 1,6
expect 2 '--output FILE' run --preset book --steps 5 --output-steps 1
expect 2 'allowed: reference' run --preset book --steps 5 --precision double --backend cpu
expect 2 'two or more' verify --backends cpu --preset book
expect 2 'STEP,ID' verify --preset book --inject 5
expect 2 'allowed: 0 to 99' verify --preset book --steps 2 --inject 1,100

# Failures of a run: exit code 1, reported before the work starts.
expect 1 'make it first' run --preset book --steps 5 --output missing/a.csv
expect 1 'make it first' run --preset book --steps 5 --log-events missing/a.jsonl
expect 1 'make it first' run --preset book --steps 5 --frame-log missing/a.csv
expect 1 'cannot read' run missing.toml --steps 5
expect 1 'cannot read missing.csv' run --preset book --initial missing.csv --steps 5
expect 1 '2000000000 boids' run --preset book --steps 5 --boids 2000000000

# A run ends with its hash, the same on every backend, however many threads, and however often it stops and goes on.
whole=$(run --preset book --boids 300 --steps 20 --output states.csv --output-steps 0,8,20)
check 'the last line has the hash' grep -Eq '^steps=20 boids=300 backend=[a-z]+ .*ms/step=[0-9.]+ hash=[0-9a-f]{16}$' last
check 'no line of progress within a second' test ! -s err
"$MURMUR" run --preset book --boids 300 --steps 2000000 >long.out 2>long.err &
long=$!
until grep -q '^step .*/2000000 (.* %), ' long.err || ! kill -0 $long 2>/dev/null; do sleep 0.05; done
kill -INT $long
wait $long
check 'progress in lines' grep -q '^step .*/2000000 (.* %), .* steps/s, .* left' long.err
check 'reference agrees' test "$whole" = "$(run --preset book --boids 300 --steps 20 --backend reference)"
check 'one thread agrees' test "$whole" = "$(run --preset book --boids 300 --steps 20 --backend cpu --threads 1)"
check 'scalar agrees' test "$whole" = "$(run --preset book --boids 300 --steps 20 --backend cpu --simd scalar)"
check 'another seed differs' test "$whole" != "$(run --preset book --boids 300 --steps 20 --seed 2)"
check 'another radius differs' test "$whole" != "$(run --preset book --boids 300 --steps 20 --set rules.radius=40)"
check 'three states' test "$(wc -l <states.csv)" -eq 901
expect 2 'states.csv:302: step 8 after rows of step 0: a file to start from holds one step' run --preset book --initial states.csv --steps 20
check 'once' test "$(grep -c 'states.csv:' out)" -eq 1
"$MURMUR" run --preset book --steps 4 --checkpoint kind.checkpoint --log-events kind.jsonl >/dev/null 2>&1
expect 2 'kind.jsonl: is an event log, not a scenario; play it with murmur replay kind.jsonl' run kind.jsonl --steps 5
expect 2 'states.csv: is a state, not a scenario; start from it with --initial states.csv' run states.csv --steps 5
expect 2 'go on from it with murmur run --resume kind.checkpoint' run kind.checkpoint --steps 5
printf 'title = "a figure"\n[[series]]\nlabel = "one"\n' >figure.toml
expect 2 'run it with murmur reproduce figure.toml' run figure.toml --steps 5
{ head -n 1 states.csv; grep '^8,' states.csv; } >middle.csv
check 'resumed from a state' test "$whole" = "$(run --preset book --initial middle.csv --steps 20)"
check 'one step of several' test "$whole" = "$(run --preset book --initial states.csv --initial-step 8 --steps 20)"
check 'of a CSV, that of its own file' test "$(run --preset book --initial middle.csv --steps 8)" = "$(run --preset book --initial states.csv --initial-step 8 --steps 8)"
expect 2 'states.csv: has no rows of step 7; allowed: a step that it has, 0 to 20' run --preset book --initial states.csv --initial-step 7 --steps 20
expect 2 '--initial-step' run --preset book --initial-step 7 --steps 20
{ cat states.csv; echo '9,0,here,1,0,0'; } >damaged.csv
expect 2 "damaged.csv, step 9:2: x 'here'" run --preset book --initial damaged.csv --initial-step 9 --steps 20
check 'a resumed run says its N' grep -q 'boids=300 ' last
expect 2 'is at step 8 already' run --preset book --initial middle.csv --steps 7
check 'words need no quotes' test "$(run --preset book --steps 3 --set world.boundary=wrap)" = "$(run --preset book --steps 3 --set 'world.boundary="wrap"')"

# A scenario made from a preset's own text is the preset; its events happen, and replay from a log.
"$MURMUR" presets book >mine.toml
cat >>mine.toml <<'END'
[[event]]
step = 4
kind = "add"
at = [300.0, 200.0]
count = 5
[[event]]
step = 70
kind = "scatter"
at = [320.0, 240.0]
[[event]]
step = 90
kind = "set"
key = "rules.radius"
value = 70.0
END
flown=$(run mine.toml --steps 130 --log-events flight.jsonl)
check 'events happen' grep -q 'boids=105 ' last
check 'hashes in the log' test "$(grep -c '"hash"' flight.jsonl)" -eq 4
expect 0 '4 hashes agree, 3 events' replay flight.jsonl --headless
check 'replay ends in the same hash' test "$flown" = "$(hash_of out)"
expect 0 '4 hashes agree' replay flight.jsonl --headless --backend reference
head -c -30 flight.jsonl >cut.jsonl
expect 0 'is cut off' replay cut.jsonl --headless
expect 0 '3 hashes agree' replay cut.jsonl --headless
sed '2s/hash":"./hash":"x/' flight.jsonl >changed.jsonl
expect 2 'changed.jsonl:2: ' replay changed.jsonl --headless
expect 1 'cannot read' replay missing.jsonl --headless
run mine.toml --steps 60 --output at60.csv >/dev/null
resumed=$(run mine.toml --initial at60.csv --steps 130 --log-events rest.jsonl)
check 'resumed with events before and after' test "$resumed" = "$flown"
expect 0 'hashes agree, 2 events' replay rest.jsonl --headless
# A log of another run, with correct checksums: the first hash that differs is reported.
checksum() {  # FNV-1a of a line without its checksum
  local text=$1 sum=2166136261 code k
  for ((k = 0; k < ${#text}; ++k)); do
    printf -v code %d "'${text:k:1}"
    sum=$((((sum ^ code) * 16777619) & 0xffffffff))
  done
  printf '%08x' $sum
}
wrong='{"step":60,"hash":"0123456789abcdef"}'
awk -v line="${wrong%?},\"check\":\"$(checksum "$wrong")\"}" '/"step":60,"hash"/ { print line; next } { print }' flight.jsonl >wrong.jsonl
expect 3 'differs at step 60: the log says 0123456789abcdef' replay wrong.jsonl --headless
check 'says what agreed' grep -q '1 earlier hashes agree, the last at step 0' out

# verify: agreement, and a bit flipped on purpose.
expect 0 'verify: reference = cpu for 20 steps, 105 boids, hash=' verify mine.toml --steps 20
check 'verify and run agree' test "$(hash_of out)" = "$(run mine.toml --steps 20)"
expect 3 'after step 5: boid 17, field x' verify mine.toml --steps 20 --inject 5,17
check 'both values, in hex too' test "$(grep -cE '^  (reference|cpu) .*0x[0-9a-f]{8}$' out)" -eq 2

# Step logs have one row per step; --frame-log is a second name.
run --preset book --steps 7 --step-log steps.csv >/dev/null
check 'step log' test "$(head -n 1 steps.csv)/$(wc -l <steps.csv)" = 'step,sort_ms,gather_ms,rules_ms,total_ms,run/8'
run --preset book --steps 7 --frame-log frames.csv >/dev/null
check 'step log by its second name' test "$(head -n 1 frames.csv)/$(wc -l <frames.csv)" = 'step,sort_ms,gather_ms,rules_ms,total_ms,run/8'

# Files with faults: exit code 2 and every line.
printf 'step,id,x,y,vx,vy\n0,0,1,1,nan,0\n0,5,9999,1,0,0\n' >bad.csv
expect 2 'bad.csv:2: vx' run --preset book --initial bad.csv --steps 1
expect 2 'bad.csv:3: x' run --preset book --initial bad.csv --steps 1

# A signal: the step is finished, outputs are written, and the exit code says which signal it was.
for signal in INT:130 TERM:143; do
  "$MURMUR" run --preset book --boids 500 --steps 100000000 --output stopped.csv --log-events stopped.jsonl >out 2>err &
  pid=$!
  until [ -s stopped.jsonl ]; do sleep 0.05; done
  sleep 0.2
  kill -s "${signal%:*}" $pid
  wait $pid
  check "exit code after SIG${signal%:*}" test $? -eq "${signal#*:}"
  check 'says so' grep -q "stopped by SIG${signal%:*} after step" err
  check 'the state is whole' test "$(wc -l <stopped.csv)" -eq 501
  expect 0 'hashes agree' replay stopped.jsonl --headless
  rm -f stopped.csv stopped.jsonl
done

[ $failures -eq 0 ] && echo 'All of the command line is as it should be.'
exit $((failures > 0))
