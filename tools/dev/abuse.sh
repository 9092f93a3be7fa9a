#!/usr/bin/env bash
#: abuse [MINUTES] [SEED]
#:                 build, then for MINUTES (10), from SEED (1) on: extreme scenarios, changes in flight, events with stops, resumes
#:                 and replays, full disks, strange names and kills in the first milliseconds; what is found is kept in build/abuse
. tools/common.sh

minutes=${1:-10} seed=${2:-1}
[[ $minutes =~ ^[1-9][0-9]*$ && $seed =~ ^[0-9]+$ ]] ||
  die "abuse $*: allowed: minutes, a whole number from 1, and a seed, a whole number"
build "$preset" murmur changes_in_flight_test
MURMUR_CHANGE_SEEDS=$((seed * 1000))-$((seed * 1000 + 999)) nice "build/$preset/tests/changes_in_flight_test" --gtest_brief=1 --gtest_filter='AnyChange*' ||
  die "a change of a key changed another one: see above"
nice python3 tests/app/abuse.py "build/$preset/murmur" --minutes "$minutes" --seed "$seed" --keep build/abuse ||
  die "something was found: see above and build/abuse"
