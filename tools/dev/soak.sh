#!/usr/bin/env bash
#: soak [STEPS]    a flock of 1,000 boids with random events for STEPS (10,000,000) steps; the reference takes 200 before
#:                 each 100,000th: one hash
. tools/common.sh

build release soak
nice build/release/tests/soak "$@"
