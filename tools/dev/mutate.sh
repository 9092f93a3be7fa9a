#!/usr/bin/env bash
#: mutate [N]      change one operator or constant of src/model at a time, in N places (all), and see whether the fast
#:                 tests notice
# In a copy of the sources, so that no other build and no commit ever sees a changed model. The copy's folders are those of
# a checkout: what is not changed comes from ccache.
. tools/common.sh

install "${build_packages[@]}"
copy=$PWD/build/mutants
clang=$(command -v clang++ || true)  # compiles a mutant in half the time
mkdir -p "$copy"
find "$copy" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
git ls-files -z | xargs -0 cp --parents --preserve=mode,timestamps -t "$copy"
export CCACHE_BASEDIR=$copy
say "Building build/mutants (log: build/mutants.log)"
run_quietly build/mutants.log cmake -S "$copy" -B "$copy/build/release" -G Ninja -DCMAKE_BUILD_TYPE=Release -DMURMUR_CUDA=OFF -DMURMUR_RENDER=OFF \
  -DMURMUR_PYTHON=OFF -DMURMUR_MPI=OFF ${clang:+-DCMAKE_CXX_COMPILER="$clang" -DCMAKE_C_COMPILER="${clang%++}"}
run_quietly build/mutants.log cmake --build "$copy/build/release" --parallel "$(job_count)" --target mutant_reference mutant_cpu \
  mutant_lanes mutant_device mutant_slabs
nice python3 "$copy/tools/mutate.py" --build "$copy/build/release" ${1:+--sample "$1"} | tee build/mutants.txt
