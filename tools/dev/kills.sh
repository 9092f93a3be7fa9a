#!/usr/bin/env bash
#: kills [N]       build, then kill a run with every output N times (200) and compare what it leaves
. tools/common.sh

build "$preset" murmur
MURMUR=$PWD/build/$preset/murmur bash tests/app/kills_script.sh "${1:-200}"
