#!/usr/bin/env bash
#: mpi PART        murmur-mpi at length: matrix (every preset and scenario on 1 to 8 ranks, and 10,000 steps), kills
#:                 (20 of one rank, gone on with on another number), memory (of each rank, against murmur run's) or
#:                 cost (against murmur run, on an idle machine)
. tools/common.sh

install "${build_packages[@]}" "${mpi_packages[@]}"
build "$preset" murmur
build "$preset" murmur-mpi
MURMUR=$PWD/build/$preset/murmur MURMUR_SOURCE_DIR=$PWD bash "$PWD/tests/app/mpi_matrix.sh" "${1:-matrix}"
