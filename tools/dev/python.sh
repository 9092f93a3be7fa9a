#!/usr/bin/env bash
#: python          build the Python package (docs/python.md) with its own environment, build/python-env, and run its
#:                 tests, as `test` does; the first time this needs the network, for nanobind
. tools/common.sh

install "${build_packages[@]}"
python_environment || die "without its environment the Python package cannot be built"
build "$preset"
ctest --test-dir "build/$preset" --output-on-failure -R python_test "$@"
say "The package: PYTHONPATH=$PWD/build/$preset/python $PWD/build/python-env/bin/python"
