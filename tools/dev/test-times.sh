#!/usr/bin/env bash
#: test-times [N]  the N longest tests (30) of the runs of `test` so far, in seconds
. tools/common.sh

times=build/$preset/Testing/Temporary/CTestCostData.txt
[[ -e $times ]] || die "no test has run in build/$preset: ./dev test"
# NAME RUNS MEAN; the names of failed tests follow a line of dashes.
sed '/^---/,$d' "$times" | awk '{seconds = $NF; $NF = ""; $(NF - 1) = ""; printf "%8.1f  %s\n", seconds, $0}' | sort -rn | head -n "${1:-30}"
