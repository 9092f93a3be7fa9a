#!/usr/bin/env bash
#: gpu-counts      what each kernel executes and loads per boid, counted on the simulated device; --quick: not for
#:                 flocks of millions
. tools/common.sh

build "$preset"
python3 tools/gpu_counts.py "build/$preset/tests/murmur_simulated" "$@"
