#!/usr/bin/env bash
#: cross ARCH [T]  build for aarch64, riscv64 or ppc64le with a cross compiler, and run the tests of the bits
#:                 under qemu; T: a ctest expression instead
. tools/common.sh

# unpack_sysroot ARCHITECTURE FOLDER PACKAGE...: Debian's packages of another processor, unpacked and not installed.
unpack_sysroot() {
  local architecture=$1 folder=$2 package link
  shift 2
  [[ ! -e $folder/root/complete ]] || return 0
  mkdir -p "$folder"/{root,lists/partial,cache/archives/partial}
  : >"$folder/status"
  local apt=(apt-get -oAPT::Architecture="$architecture" -oAPT::Architectures="$architecture" -oDir::State::Lists="$folder/lists"
    -oDir::Cache="$folder/cache" -oDir::State::status="$folder/status" -oDebug::NoLocking=true)
  say "Fetching the libraries of $architecture"
  # Lists that this needs may be there although one of another source is not; the installation tells.
  "${apt[@]}" update >build/apt.log 2>&1 || say "Not every list of packages of $architecture could be fetched"
  run_quietly build/apt.log "${apt[@]}" install -y --no-install-recommends --download-only "$@"
  for package in "$folder"/cache/archives/*.deb; do dpkg -x "$package" "$folder/root"; done
  # Links to /lib are links to this machine's: the linker would take the static library beside them.
  find "$folder/root" -type l -lname '/*' -print0 | while IFS= read -r -d "" link; do
    ln -sfn "$folder/root$(readlink "$link")" "$link"
  done
  touch "$folder/root/complete"
}

processor=${1:-} tests=${2:-known_bits|model_bits|golden|behaviours_bits|backends_test|scenarios_lockstep|log_replay|walls_test|custom_rules_(random_)?test|species_test|random_flocks|^raster_test|^solid_raster_test}
case $processor in
  aarch64) architecture=arm64 ;;
  riscv64) architecture=riscv64 ;;
  ppc64le) architecture=ppc64el ;;
  *) help_of "$0" >&2; die "cross needs a processor: aarch64, riscv64 or ppc64le" ;;
esac
install "${build_packages[@]}" "g++-${processor/ppc64le/powerpc64le}-linux-gnu" qemu-user
version=$("${processor/ppc64le/powerpc64le}-linux-gnu-g++" -dumpversion)
version=${version%%.*}
unpack_sysroot $architecture "$PWD/build/sysroot-$processor" libc6-dev "libstdc++-$version-dev" "libgcc-$version-dev" libfmt-dev libhwy-dev \
  librandom123-dev libtomlplusplus-dev nlohmann-json3-dev libgtest-dev libgmock-dev libhdf5-dev libpng-dev libcli11-dev zlib1g-dev
folder=build/cross-$processor
say "Building $folder (log: $folder.log)"
run_quietly "$folder.log" cmake -S . -B "$folder" -G Ninja --toolchain tools/cmake/cross.cmake -DMURMUR_CROSS="$processor" \
  -DMURMUR_SYSROOT="$PWD/build/sysroot-$processor/root" -DMURMUR_CUDA=OFF -DMURMUR_RENDER=OFF -DMURMUR_BENCHMARKS=OFF -DMURMUR_PYTHON=OFF
run_quietly "$folder.log" cmake --build "$folder" --parallel "$(job_count)" --target murmur known_bits_test model_bits_test golden_test \
  behaviours_bits_test backends_test scenarios_lockstep_test log_replay_test \
  walls_test custom_rules_test custom_rules_random_test species_test random_flocks_test \
  raster_test solid_raster_test
ctest --test-dir "$folder" --output-on-failure --parallel "$(nproc)" --timeout 3000 -R "$tests"
