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
# Needed by the tests of the window: a virtual display with simulated input.
test_packages=(xvfb xauth xdotool imagemagick)
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

show_progress() {
  [[ -t 2 ]] || { cat >/dev/null; return; }
  local line
  while IFS= read -r line; do
    if [[ $line == \[*/*\]* ]]; then printf '\r%s]\e[K' "${line%%]*}" >&2; fi
  done
  printf '\r\e[K' >&2
}

# install PACKAGE...: installs the missing packages.
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
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "packages are missing and sudo is not installed; as root, run: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "Installing ${missing[*]}"
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

# build PRESET [TARGET]
build() {
  install "${build_packages[@]}"
  say "Building $1 (log: build/$1.log)"
  local options=()
  if [[ -x build/python-env/bin/python ]]; then options+=("-DPython_EXECUTABLE=$PWD/build/python-env/bin/python"); fi
  run_quietly "build/$1.log" cmake --preset "$1" -DMURMUR_WERROR="${MURMUR_WERROR:-OFF}" "${options[@]}"
  run_quietly "build/$1.log" cmake --build "build/$1" --parallel "$(job_count)" --target "${2:-all}"
}

# An environment for the Python package, in which CMake finds nanobind; Debian 12 does not package it. Without a network
# everything else is built and tested all the same.
python_environment() {
  local env=build/python-env
  "$env/bin/python" -c 'import nanobind, numpy, pytest' 2>/dev/null && return
  install python3-dev python3-venv
  say "Making $env for the Python package (log: build/python-env.log)"
  "${PYTHON:-python3}" -m venv "$env" >build/python-env.log 2>&1 &&
    "$env/bin/pip" --disable-pip-version-check install nanobind numpy pytest matplotlib pandas >>build/python-env.log 2>&1 && return
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
