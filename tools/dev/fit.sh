#!/usr/bin/env bash
#: fit [FIRST LAST]  how well murmur.fit gives known rules back, of flocks with the seeds FIRST to LAST (1 to 10), by
#:                 regression and by simulation: the tables of docs/internals/fits.md, and a failure where a value is further off
. tools/common.sh

install "${build_packages[@]}"
python_environment || die "without its environment the Python package cannot be built"
build "$preset" murmur_python
python=build/python-env/bin/python
"$python" -c 'import cma' 2>/dev/null || run_quietly build/python-env.log "$python" -m pip --disable-pip-version-check install cma
failed=0
for method in regression simulation; do
  PYTHONPATH=build/$preset/python nice "$python" tools/fit_recovery.py "$method" "${1:-1}" "${2:-10}" --check || failed=1
done
((failed == 0)) || die "some values are further off than allowed"
