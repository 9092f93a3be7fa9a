#!/usr/bin/env bash
#: faults          build, then make each call of open, write, fsync, rename, ... of a run fail in turn
. tools/common.sh

build "$preset" murmur
build "$preset" fault_shim
MURMUR=$PWD/build/$preset/murmur FAULT_SHIM=$(find "$PWD/build/$preset/tests" -name '*fault_shim.so') \
  bash tests/app/faults_script.sh --all
