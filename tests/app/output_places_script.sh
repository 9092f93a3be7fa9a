#!/usr/bin/env bash
# Where outputs go: through standard streams, pipes and links, never over what others write, and told when it is gone.
# Usage: MURMUR=path/to/murmur bash output_places_script.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"

book=(run --preset book --boids 30)

# --- A standard stream that is a file is written through: rows and results follow one another.
for option in metrics log-events step-log; do
  "$MURMUR" "${book[@]}" --steps 100 --$option /dev/stdout >file 2>err
  check "exit code 0 with --$option /dev/stdout" test $? -eq 0
  "$MURMUR" "${book[@]}" --steps 100 --$option alone --overwrite >out 2>&1
  lines=$(wc -l <alone)
  check "all rows of --$option and the result" test "$(wc -l <file)" -eq $((lines + 1))
  check "the result is behind the rows of --$option" test "$(tail -n 1 file | grep -o 'hash=.*')" = "$(grep -o 'hash=.*' out)"
  check "the first row of --$option" test "$(head -c 20 file)" = "$(head -c 20 alone)"
done
"$MURMUR" "${book[@]}" --steps 1 --metrics /dev/stderr 2>file >out
check "metrics on the standard error" grep -q '^step,' file
"$MURMUR" "${book[@]}" --steps 100 --metrics /dev/stdout 2>err | tail -n 1 >out
check "a pipe" grep -q 'hash=' out
rm -f ./*

# --- A checkpoint is no stream. The link is one of this folder, as /dev/stdout is a link.
ln -s /proc/self/fd/1 stdout
"$MURMUR" "${book[@]}" --steps 5 --checkpoint stdout >f 2>err
check "exit code 2 for a checkpoint on the standard output" test $? -eq 2
check "a sentence" grep -q 'is not a file; allowed' err
check "the link is there" test -L stdout
"$MURMUR" bench --force --boids 100 --steps 1 --warmup 0 --backends cpu:1 --json stdout >f 2>err
check "JSON on the standard output" test $? -eq 0
check "the link is there still" test -L stdout
rm -f ./*

# --- Links are followed.
mkdir t
ln -s t/c c
ln -s t/o.csv o.csv
ln -s t/m.csv m.csv
ln -s t/t.xyz t.xyz
ln -s t/t.h5 t.h5
for trajectory in t.xyz t.h5; do
  expect 0 'hash=' "${book[@]}" --steps 40 --checkpoint c --checkpoint-every 20 --output o.csv --metrics m.csv --trajectory $trajectory --overwrite
done
expect 0 'hash=' run --resume c --steps 50 --checkpoint c --trajectory t.h5 --metrics m.csv --output o.csv
for link in c o.csv m.csv t.xyz t.h5; do check "$link is a link, its target written" test -L $link -a -s t/$link; done
check "the one before is beside the file" test -s t/c.1
check "nothing else" test "$(ls t | tr '\n' ' ')" = 'c c.1 m.csv o.csv t.h5 t.xyz '
printf 'damaged' | dd of=t/c bs=1 seek=3000 conv=notrunc 2>/dev/null
expect 2 'the one before is whole: --resume t/c.1' run --resume c --steps 60
rm -rf ./*

# --- Names of locks and unfinished files are taken.
expect 2 'names that end in .murmur-lock' "${book[@]}" --steps 5 --output x.murmur-lock
expect 2 'names that end in .murmur-lock' "${book[@]}" --steps 5 --metrics x.murmur-0123456789abcdef.part
expect 0 'hash=' "${book[@]}" --steps 5 --output x.part

# --- The one before of a checkpoint is locked too.
"$MURMUR" run --preset benchmark --boids 2000 --steps 1000000 --checkpoint x --log-events l.jsonl >long 2>&1 &
pid=$!
for wait in $(seq 300); do grep -q '"hash"' l.jsonl 2>/dev/null && break; sleep 0.1; done
expect 1 'another run is writing it' "${book[@]}" --steps 5 --output x.1
kill $pid
wait $pid 2>/dev/null
rm -f ./*

# --- Removed or made by another program during the run. $1 is done when the run has begun.
meanwhile() {
  local act=$1
  shift
  "$MURMUR" run --preset benchmark --boids 2000 --steps 1000000 --log-events l.jsonl "$@" >out 2>&1 &
  local pid=$! wait
  for wait in $(seq 300); do grep -q '"hash"' l.jsonl 2>/dev/null && break; sleep 0.1; done
  eval "$act"
  kill $pid
  wait $pid 2>/dev/null
  code=$?
}
meanwhile 'rm m.csv' --metrics m.csv
check "exit code 1 when an output is gone (was $code)" test $code -eq 1
check "its name" grep -q -- '--metrics m.csv: was removed or renamed while it was written' out
rm -f ./*
for output in o.csv c; do
  option=(--output)
  [ $output = c ] && option=(--checkpoint-every 1000000 --checkpoint)  # none before, on a machine however fast
  meanwhile "echo mine >$output" "${option[@]}" $output
  check "exit code 1 when another program made $output (was $code)" test $code -eq 1
  check "it is kept" test "$(cat $output)" = mine
  check "the new one is beside it" test -s $output.new
  check "the sentence" grep -q "another program has made it meanwhile, and it is kept; what was to be written is in $output.new" out
  rm -f ./*
done

# --- A pipe in place of the settled state: bench does not wait for it.
mkdir cache
HOME=$PWD XDG_CACHE_HOME=$PWD/cache "$MURMUR" bench --force --state settled --boids 50 --steps 1 --warmup 0 --backends cpu:1 >out 2>&1
state=$(find cache -name '*.state')
check "the settled state is kept" test -s "$state"
rm "$state"
mkfifo "$state"
XDG_CACHE_HOME=$PWD/cache timeout -k 1 120 "$MURMUR" bench --force --state settled --boids 50 --steps 1 --warmup 0 --backends cpu:1 >out 2>&1
check "exit code 0 with a pipe in the cache" test $? -eq 0
check "the pipe is there still" test -p "$state"
rm -rf ./*

# --- A small stack.
(ulimit -s 64 && exec "$MURMUR" run --preset book --steps 1) >out 2>&1
judge_out 'a stack of 64 KiB' 1 'the stack is limited to 64 KiB' $?

echo "$failures failures"
exit $((failures > 0))
