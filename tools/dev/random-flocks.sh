#!/usr/bin/env bash
#: random-flocks [MINUTES] [SEED]
#:                 random scenarios with random events, from SEED (1) on, for MINUTES (10) on the reference, every instruction
#:                 set, the kernels on plain loops, ranks and a run that changes between them; then, where a CUDA toolkit is
#:                 found, as long on the simulated device. One that differs is made smaller and kept in build/random-flocks
. tools/common.sh

minutes=${1:-10} seed=${2:-1} programs=build/$preset/tests/random_flocks failed=0
[[ $minutes =~ ^[1-9][0-9]*$ && $seed =~ ^[0-9]+$ ]] ||
  die "random-flocks $*: allowed: minutes, a whole number from 1, and a seed, a whole number"
build "$preset" random_flocks_targets
nice "$programs" "$minutes" "$seed" build/random-flocks || failed=1
if [[ -x ${programs}_simulated ]]; then
  MURMUR_SIM_SEED=$seed nice "${programs}_simulated" "$minutes" "$seed" build/random-flocks || failed=1
fi
((failed == 0)) || die "some flocks differ: see build/random-flocks"
