# Messages, packages and builds for ./dev and the commands in tools/dev, which source it at the top of the repository.
# shellcheck shell=bash disable=SC2034  # variables are for those commands
set -euo pipefail
# ccache results are shared between checkouts in different folders.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD}
preset=${MURMUR_PRESET:-release}
mkdir -p build

# Needed to build.
build_packages=(
  build-essential cmake ninja-build ccache pkg-config python3
  libcli11-dev libfmt-dev libhwy-dev librandom123-dev libtomlplusplus-dev nlohmann-json3-dev
  libgtest-dev libgmock-dev libbenchmark-dev libhdf5-dev libpng-dev
  libglfw3-dev libimgui-dev libgl-dev libegl-dev libgl1 libegl1 libopengl0 libgl1-mesa-dri python3-glad ffmpeg fonts-dejavu-core)
# Needed by tests: a virtual display with simulated input and keyboards, a reader of HDF5 that is not ours, the converter of the
# pages, and a font with Chinese letters.
test_packages=(xvfb xauth xdotool imagemagick python3-h5py python3-pymdownx fonts-droid-fallback x11-xkb-utils x11-utils)
# Needed by the page for a browser (./dev web) and the longest of the tests; everything else is built without them.
web_packages=(emscripten)
# Needed by murmur-mpi and its tests; everything else is built without them.
mpi_packages=(libopenmpi-dev openmpi-bin)

# help_of FILE...: the lines of help in these commands.
help_of() { sed -n 's/^#: /  /p' "$@"; }
say() { printf '%s\n' "$*" >&2; }
die() { say "dev: $*"; exit 1; }

# run_quietly LOG COMMAND...: shows only the step count, unless the command fails.
run_quietly() {
  local log=$1
  shift
  "$@" </dev/null 2>&1 | tee "$log" | show_progress || {
    grep -nE -m 5 '(error|Error|FAILED|^E):? ' "$log" >&2 || tail -n 5 "$log" >&2
    die "'$*' failed; its output is in $PWD/$log"
  }
}

# cost_of LINE: how long a step of the build takes, in tenths of a second of one core, measured; a guess for most.
cost_of() {
  case $1 in
    *lanes_step*) echo 290 ;;
    *serial_device*) echo 200 ;;
    *reference.cpp* | *lanes_custom* | *lanes_finish* | *.cu.o*) echo 140 ;;
    *Unity/*) echo 80 ;;
    *Building*) echo 40 ;;
    *) echo 2 ;;
  esac
}

# A bar with the time left, from ninja's lines "[done/all] what": the rest costs per step what was done, once that is some.
show_progress() {
  [[ -t 2 || -n ${MURMUR_SHOW_PROGRESS:-} ]] || { cat >/dev/null; return; }
  local line begin=$SECONDS cores spent=0 left
  cores=$(job_count)
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    local count=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
    ((spent += $(cost_of "$line"), left = (all - count) * 40))
    ((count < 6)) || ((left = (all - count) * spent / count))
    ((left = left / cores / 10))
    # Other work on this machine slows the rest down, too.
    ((SECONDS - begin < 20)) || ((left = left * (SECONDS - begin) * cores * 10 / spent))
    printf '\r[%-30s] %d of %d, %s left\e[K' "$(printf '%*s' $((30 * count / all)) '' | tr ' ' '#')" "$count" "$all" \
      "$( ((left < 60)) && echo 'less than a minute' || echo "$(((left + 30) / 60)) min")" >&2
  done
  printf '\r\e[K' >&2
}

# install PACKAGE...: installs the missing packages. It asks nothing; sudo may ask for a password.
install() {
  if ! { command -v apt-get && command -v dpkg-query; } >/dev/null; then
    command -v cmake >/dev/null && command -v ninja >/dev/null && return  # CMake reports what else is missing
    die "only Debian's apt is supported; please install the equivalents of: $*"
  fi
  local package missing=() as_root=()
  for package in "$@"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  [[ -z ${MURMUR_NO_INSTALL:-} ]] || die "packages are missing; as root, run: apt-get install --no-install-recommends ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "packages are missing and sudo is not installed; as root, run: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "Installing ${#missing[@]} packages from Debian as root${as_root[*]:+, with sudo}, and what they depend on: ${missing[*]}"
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  run_quietly build/apt.log "${as_root[@]}" apt-get update
  run_quietly build/apt.log "${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}"
}

# A compile job may take 2 GiB (CUDA with Thrust); swapping is slower than fewer jobs.
job_count() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 2097152)}' /proc/meminfo)
  ((memory < 1)) && memory=1
  echo "${MURMUR_JOBS:-$((memory < cores ? memory : cores))}"
}

# configure PRESET
configure() {
  local options=() line
  if [[ -x build/python-env/bin/python ]]; then options+=("-DPython_EXECUTABLE=$PWD/build/python-env/bin/python"); fi
  if [[ -n ${MURMUR_CUDA:-} ]]; then options+=(-DMURMUR_CUDA="$MURMUR_CUDA"); fi
  cuda_toolkit
  run_quietly "build/$1.log" cmake --preset "$1" -DMURMUR_WERROR="${MURMUR_WERROR:-OFF}" "${options[@]}" "${cuda_options[@]}"
  while IFS= read -r line; do say "${line#-- }"; done < <(grep '^-- CUDA: ' "build/$1.log")
}

# build PRESET [TARGET...]
build() {
  local name=$1 targets=("${@:2}") jobs first=''
  jobs=$(job_count)
  ((${#targets[@]})) || targets=(all)
  [[ -e build/$name/.ninja_log ]] || first="; the first build takes about $(first_build_minutes "$jobs") min here"
  install "${build_packages[@]}"
  say "Building $name with $jobs jobs (log: build/$name.log)$first"
  configure "$name"
  run_quietly "build/$name.log" cmake --build "build/$name" --parallel "$jobs" --target "${targets[@]}"
}

# Of `murmur`: 300 seconds of one core, and 200 for the kernels of one kind of GPU.
first_build_minutes() {
  local seconds=300
  if [[ ${MURMUR_CUDA:-AUTO} != OFF ]] && nvidia-smi -L >/dev/null 2>&1; then seconds=500; fi
  echo $(((seconds / $1 + 59) / 60))
}

# cuda_toolkit: where there is an NVIDIA GPU and no CUDA compiler, gets one from PyPI into build/cuda-env, with pip and no
# right of root, and sets cuda_options for CMake and CUDACXX. Where it cannot, one sentence tells why.
cuda_options=()
cuda_toolkit() {
  cuda_options=()
  if [[ ${MURMUR_CUDA:-AUTO} == OFF ]] || has_nvcc || ! nvidia-smi -L >/dev/null 2>&1; then return; fi
  local driver root env=$PWD/build/cuda-env version=13.0 package packages=()
  # "... Kernel Module  535.183.01  ..." or "... Open Kernel Module for x86_64  580.65.06  ..."
  driver=$(grep -oE '[[:space:]][0-9]{3}\.[0-9.]+[[:space:]]' "${MURMUR_DRIVER_FILE:-/proc/driver/nvidia/version}" 2>/dev/null | head -n 1)
  driver=${driver//[[:space:]]/}
  if ((${driver%%.*} + 0 < 525)); then
    say "CUDA: the NVIDIA driver (${driver:-unknown version}) is older than 525, so murmur is built for the CPU alone"
    return
  elif ((${driver%%.*} < 580)); then
    say "CUDA: for the NVIDIA driver $driver (older than 580) install a CUDA Toolkit 12.1 to 12.9; without one murmur is built for the CPU alone"
    return
  fi
  for package in nvcc crt cccl runtime; do packages+=("nvidia-cuda-$package==$version.*"); done
  packages+=("nvidia-nvvm==$version.*")  # nvcc alone would take the newest of the others
  root=$(cuda_root "$env")
  if [[ -z $root ]]; then
    if [[ -n ${MURMUR_NO_INSTALL:-} ]]; then
      say "CUDA: a GPU is here and no CUDA compiler, so murmur is built for the CPU alone; without --no-install, pip gets ${packages[*]}"
      return
    fi
    install python3-venv
    say "Getting the CUDA compiler from PyPI into build/cuda-env, 270 MB (log: build/cuda-env.log): ${packages[*]}"
    { "${PYTHON:-python3}" -m venv "$env" && "$env/bin/pip" --disable-pip-version-check install "${packages[@]}"; } >build/cuda-env.log 2>&1 || rm -rf "$env"
    root=$(cuda_root "$env")
  fi
  if [[ -z $root ]]; then
    say "CUDA: the compiler cannot be fetched (no network?), so murmur is built for the CPU alone; the log is build/cuda-env.log"
    return
  fi
  [[ -e $root/lib/libcudart.so ]] || ln -s libcudart.so.13 "$root/lib/libcudart.so"  # the name that CMake looks for
  [[ -e $root/lib64 ]] || ln -s lib "$root/lib64"                               # where nvcc looks when it links
  export CUDACXX=$root/bin/nvcc
  cuda_options=(-DCUDAToolkit_ROOT="$root")
}
has_nvcc() {
  if [[ -n ${CUDACXX:-} ]]; then command -v "$CUDACXX"; else command -v nvcc /usr/local/cuda/bin/nvcc; fi >/dev/null
}
cuda_root() {
  local nvcc
  nvcc=$(find "$1" -path '*/bin/nvcc' -print -quit 2>/dev/null)
  echo "${nvcc%/bin/nvcc}"
}

# An environment for the Python package, in which CMake finds nanobind; Debian 12 does not package it. Without a network
# everything else is built and tested all the same.
python_environment() {
  local env=build/python-env
  "$env/bin/python" -c 'import nanobind, numpy, pytest' 2>/dev/null && return
  install python3-dev python3-venv
  say "Making $env for the Python package (log: build/python-env.log)"
  "${PYTHON:-python3}" -m venv "$env" >build/python-env.log 2>&1 &&
    "$env/bin/pip" --disable-pip-version-check install nanobind numpy pytest matplotlib pandas scipy h5py gsd cma websockets >>build/python-env.log 2>&1 && return
  tail -n 3 build/python-env.log >&2
  say "The Python package is left out: its environment cannot be made (no network?); ./dev python says the same"
  rm -rf "$env"
  return 1
}

# python_with MODULES: the first interpreter that has them; the one on PATH may not be Debian's.
python_with() {
  local python
  for python in "${PYTHON:-python3}" /usr/bin/python3; do
    "$python" -c "import $1" 2>/dev/null && { echo "$python"; return; }
  done
  return 1
}
