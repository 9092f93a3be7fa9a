#!/usr/bin/env bash
#: gpu-soak [N]    the tests on the simulated device with N other orders of threads (default: 100, a night)
# Stops at the first seed with a fault, which shows the same fault again.
. tools/common.sh

build "$preset"
for ((seed = 1001; seed <= 1000 + ${1:-100}; seed++)); do
  for test in "build/$preset"/tests/simulated_*_test; do
    MURMUR_SIM_SEED=$seed nice "$test" >build/soak.log 2>&1 ||
      die "MURMUR_SIM_SEED=$seed $test fails; all it said is in $PWD/build/soak.log"
  done
  say "MURMUR_SIM_SEED=$seed: no fault"
done
