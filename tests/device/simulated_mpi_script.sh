#!/usr/bin/env bash
# murmur-mpi with ranks on simulated GPUs: the hash of one process, which rank is on which device, and what is said of ranks without one.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support/cli.sh"
source "$MURMUR_SOURCE_DIR/tests/support/mpi.sh"
export MURMUR_SIM_SEED=7 MURMUR_SIM_DEVICES=2
host=$(hostname)

run=(run --preset murmuration --boids 300 --steps 12)
"$MURMUR" "${run[@]}" --backend cpu >one 2>err
for backend in ranks-cuda auto; do
  expect_on 2 0 "$(hash_of one)" "${run[@]}" --backend $backend
  check "--backend $backend: each rank has a GPU of its own" grep -qE '\) on GPU 0, .*; rank 1 \(.*\) on GPU 1, ' out
done
expect_on 3 0 "$(hash_of one)" "${run[@]}" --backend ranks-cuda
check 'the third rank has the first GPU again' grep -qE 'rank 2 \(.*\) on GPU 0, ' out
expect_on 2 0 'cpu = ranks-cuda for 5 steps' verify --backends cpu,ranks-cuda --boids 200 --steps 5 --preset benchmark-3d

# srun --gpus-per-task=1: each rank sees one GPU as its first, and they differ.
mpirun -n 2 bash -c 'export MURMUR_SIM_DEVICES=1 MURMUR_SIM_FIRST_DEVICE=$OMPI_COMM_WORLD_RANK; exec "$0" "$@"' "$murmur_mpi" "${run[@]}" \
  </dev/null >out 2>&1
check 'ranks that each see another GPU share none' bash -c '! grep -q "would share" out && grep -qE "\) on GPU 0, .*; rank 1 \(.*\) on GPU 0, " out'

# Without --backend ranks do not share a GPU.
expect_on 3 0 "3 ranks of $host would share 2 GPUs; backend ranks is used instead" "${run[@]}"
check 'they step on processors' grep -qF "$(hash_of one)" out

expect_on 2 0 'rank 1 (' devices
check 'devices tells the GPU of each rank' grep -qE '^rank 1 .* GPU 1, ' out

# A rank without a GPU: one sentence names it; --backend auto goes on with processors.
one_poor() {
  mpirun -n 2 bash -c '[ "$OMPI_COMM_WORLD_RANK" = 0 ] || export MURMUR_SIM_DEVICES=0; exec "$0" "$@"' "$murmur_mpi" "$@" \
    </dev/null >out 2>&1
}
one_poor "${run[@]}" --backend ranks-cuda
judge_out 'a rank without a GPU' 1 "rank 1 ($host) has no GPU: the NVIDIA driver finds no GPU in this machine; use --backend ranks" $?
one_poor "${run[@]}"
judge_out 'auto and a rank without a GPU' 0 'finds no GPU in this machine; backend ranks is used instead' $?
check 'auto has the hash' grep -qF "$(hash_of one)" out

# A device that breaks down, or has no memory, on one rank in a later step ends all with one sentence.
one_broken() {
  mpirun -n 2 bash -c '[ "$OMPI_COMM_WORLD_RANK" = 0 ] || export MURMUR_SIM_FAIL='"$1"'; shift; exec "$0" "$@"' "$murmur_mpi" - \
    "${run[@]}" --backend ranks-cuda </dev/null >out 2>&1
}
one_broken cudaMemcpyAsync:60:719
judge_out 'a device that breaks down' 1 "rank 1 ($host), step " $?
one_broken cudaMalloc:9:2
judge_out 'a device without memory' 1 'there is not enough memory on the GPU' $?
check 'in one sentence' test "$(grep -c '^murmur: ' out)" -eq 1

[ "$failures" -eq 0 ] && echo "all checks passed"
exit "$failures"
