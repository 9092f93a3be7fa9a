#!/usr/bin/env bash
# ./dev on machines that are played: programs that install, build and test write down how they are called. What is missing
# is told or installed, a GPU without a toolkit gets the compiler that its driver can use, and `test NAME` builds what NAME needs.
set -euo pipefail
fail() { echo "FAILED: $*" >&2; cat "$work/said" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/tree/tools"
cp "$MURMUR_SOURCE_DIR/dev" "$work/tree/"
cp -r "$MURMUR_SOURCE_DIR/tools/common.sh" "$MURMUR_SOURCE_DIR/tools/dev" "$work/tree/tools/"

play() { printf '#!/bin/bash\necho "%s $*" >>"%s/calls"\n%s\n' "$1" "$work" "$2" >"$work/bin/$1"; chmod +x "$work/bin/$1"; }
play apt-get ''
play sudo '"$@"'
play dpkg-query "[[ -e $work/bare && \${!#} == ninja-build ]] || echo installed"
play ninja ''
play ctest ''
play nvidia-smi "[[ -e $work/gpu ]]"
play cmake "if [[ \$1 == --preset ]]; then mkdir -p build/release/tests; cp $work/needs build/release/tests/needs.txt; fi
if [[ \$1 == --build ]]; then echo '[1/2] Building CXX object a.o'; echo '[2/2] Linking'; fi
for word in \"\$@\"; do [[ \$word != murmur ]] || { echo 'echo started' >build/release/murmur; chmod +x build/release/murmur; }; done"
# pip lays out what the wheels do; without a network it fails.
play pip "[[ ! -e $work/offline ]] || exit 1
mkdir -p build/cuda-env/lib/site-packages/nvidia/cu13/bin build/cuda-env/lib/site-packages/nvidia/cu13/lib
touch build/cuda-env/lib/site-packages/nvidia/cu13/bin/nvcc build/cuda-env/lib/site-packages/nvidia/cu13/lib/libcudart.so.13"
play python3 "[[ \$1 != -m ]] || { mkdir -p \"\$3/bin\"; ln -sf $work/bin/pip \"\$3/bin/pip\"; }"
cat >"$work/needs" <<'TEXT'
goal_test goal_test
goal_more_test goal_more_test
cli_script murmur fault_shim
words_check
TEXT

# dev WORD...: what is called goes to calls, what is said to said.
dev() {
  : >"$work/calls"
  (cd "$work/tree" && env -u DISPLAY -u MURMUR_PRESET -u MURMUR_CUDA -u MURMUR_WERROR PATH="$work/bin:/usr/bin:/bin" CUDACXX=/nonexistent/nvcc \
    MURMUR_DRIVER_FILE="$work/driver" MURMUR_JOBS=2 bash ./dev "$@") >"$work/said" 2>&1
}
called() { grep -qE -- "$1" "$work/calls" || fail "not called: $1; but: $(cat "$work/calls")"; }
not_called() { ! grep -qE -- "$1" "$work/calls" || fail "called: $(grep -E -- "$1" "$work/calls")"; }
said() { grep -qE -- "$1" "$work/said" || fail "not said: $1"; }
driver() { echo "NVRM version: NVIDIA UNIX $1  Release Build  (somebody)" >"$work/driver"; }

# Packages: said before, installed without a question; with --no-install said only.
touch "$work/bare"
! dev run --no-install presets || fail "--no-install goes on without packages"
said 'packages are missing; .*apt-get install .*ninja-build'
not_called '^apt-get'
dev run presets
said 'Installing 1 packages .* as root.*: ninja-build'
called '^apt-get install -y .*ninja-build'
said 'the first build takes about [0-9]+ min here'
said '^started'
rm "$work/bare"

# The help of a command builds nothing.
dev test --help
said 'then run'
not_called '^cmake|^ctest'

# No GPU: nothing of CUDA is fetched.
dev run presets
not_called '^pip|cuda'

# A GPU without a toolkit. The wheels are for CUDA 13, which drivers from 580 on run.
touch "$work/gpu"
driver 'Open Kernel Module for x86_64  580.65.06'
touch "$work/offline"
dev run presets
said 'CUDA: the compiler cannot be fetched'
said '^started'
rm "$work/offline"
dev run --no-install presets
not_called '^pip'
said 'CUDA: .* without --no-install, pip gets nvidia-cuda-nvcc'
dev run presets
for package in cuda-nvcc cuda-crt cuda-cccl cuda-runtime nvvm; do called "^pip .*install .*nvidia-$package==13\\.0\\.\\*"; done
called '^cmake --preset .*-DCUDAToolkit_ROOT=.*/build/cuda-env/.*/cu13$'
[[ -L $work/tree/build/cuda-env/lib/site-packages/nvidia/cu13/lib/libcudart.so ]] || fail "CMake finds no libcudart.so"
[[ -d $work/tree/build/cuda-env/lib/site-packages/nvidia/cu13/lib64 ]] || fail "nvcc finds no libraries"
dev run presets
not_called '^pip'
called 'CUDAToolkit_ROOT'
MURMUR_CUDA=OFF dev run presets
driver 'x86_64 Kernel Module  535.183.01'
dev run presets
said 'CUDA: for the NVIDIA driver 535.183.01 .*CUDA Toolkit 12'
not_called 'CUDAToolkit_ROOT'
driver 'x86_64 Kernel Module  470.256.02'
dev run presets
said 'CUDA: the NVIDIA driver \(470.256.02\) is older than 525'
rm "$work/gpu"

# Tests by name.
dev test goal_test
called '^cmake --build build/release .*--target goal_test$'
called '^ctest .*-R \^\(goal_test\)'
dev test goal
called '--target goal_test goal_more_test$'
dev test cli --verbose
called '--target murmur fault_shim$'
called '^ctest .*--verbose$'
dev test words
not_called '^cmake --build'
called '^ctest .*words_check'
! dev test nonsense || fail "a test that is not there is run"
said 'no test has nonsense in its name'
dev test all
called '--target all$'
not_called '^ctest .*nightly'
dev test
called '^ctest .*--label-exclude nightly.gpu$'

# A compiler that is too old: one sentence and a build for the CPU; an error where CUDA is insisted on.
printf '#!/bin/sh\necho "Cuda compilation tools, release 11.8, V11.8.89"\n' >"$work/nvcc"
chmod +x "$work/nvcc"
printf '#!/bin/sh\necho 8.9\n' >"$work/bin/nvidia-smi"
rm "$work"/bin/{cmake,ninja,python3,pip}
configure() {
  PATH="$work/bin:$PATH" CUDACXX=$work/nvcc cmake -S "$MURMUR_SOURCE_DIR" -B "$work/build" -G Ninja -DMURMUR_RENDER=OFF -DMURMUR_TESTS=OFF \
    -DMURMUR_BENCHMARKS=OFF -DMURMUR_PYTHON=OFF -DMURMUR_MPI=OFF "$@" >"$work/said" 2>&1
}
configure || fail "an old nvcc stops the build"
said '^-- CUDA: .*/nvcc is of CUDA 11.8, which is too old, so murmur is built for the CPU alone'
ninja -C "$work/build" -t commands murmur >"$work/old"
grep -q 'absent/cuda_backend.cpp' "$work/old" || fail "the kernels are built with it"
! configure -DMURMUR_CUDA=ON || fail "an old nvcc is taken"
said 'is of CUDA 11.8, which is too'

# Without a GPU, the program is compiled in the same way whether a toolkit is there or not: the tests rebuild nothing.
printf '#!/bin/sh\nexit 9\n' >"$work/bin/nvidia-smi"
unset CUDACXX
PATH="$work/bin:$PATH" cmake -S "$MURMUR_SOURCE_DIR" -B "$work/build" -DMURMUR_CUDA=AUTO -DMURMUR_TESTS=ON >"$work/said" 2>&1 || fail "the tests cannot be configured"
ninja -C "$work/build" -t commands murmur >"$work/new"
cmp "$work/old" "$work/new" || fail "the tests need a program that is compiled otherwise: $(diff "$work/old" "$work/new" | head -n 2)"
