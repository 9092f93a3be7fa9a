#!/usr/bin/env bash
#: flocks [ARGS]   run each preset for 10,000 steps and print how it flocks (table of docs/model.md);
#:                 --boids 100k: in large, many minutes; more in tools/flocks.py --help
. tools/common.sh

build release murmur
exec python3 tools/flocks.py build/release/murmur "$@"
