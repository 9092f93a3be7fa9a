#!/usr/bin/env bash
#: exports         open trajectories with the packages of ASE, OVITO, MDAnalysis, and exported ones with those of Blender, USD,
#:                 VTK, GSD and freud, in an environment of its own, build/exports-env (2 GB), and run docs/exports.md; pictures
#:                 go to build/exports; read tracks that sleap-io, movement and idtracker.ai write there
. tools/common.sh

env=build/exports-env
packages=(h5py numpy pytest usd-core vtk gsd freud-analysis ase ovito MDAnalysis)
trackers=(movement sleap-io deprecated opencv-python-headless packaging requests rich simplejson toml) # behind the first two: what idtrackerai needs for its files
install "${build_packages[@]}"
python_environment || die "without its environment the Python package cannot be built"
build "$preset" murmur murmur_python
if ! "$env/bin/python" -c 'import h5py, pytest, pxr, vtk, gsd, freud, ase, ovito, MDAnalysis' 2>/dev/null; then
  say "Making $env (log: $env.log): ${packages[*]}, and bpy, which is Blender, where it is there for this Python"
  { "${PYTHON:-python3}" -m venv "$env" && "$env/bin/pip" --disable-pip-version-check install "${packages[@]}"; } >"$env.log" 2>&1 ||
    die "the packages cannot be fetched (no network?); the log is $env.log"
  "$env/bin/pip" --disable-pip-version-check install bpy >>"$env.log" 2>&1 || say "bpy is not there for this Python: nothing is opened in Blender"
fi
if ! "$env/bin/python" -c 'import movement, sleap_io, idtrackerai.utils.trajectories_io' 2>/dev/null; then
  say "Adding programs of trackers to $env: ${trackers[*]}, idtrackerai, trajectorytools"
  { "$env/bin/pip" --disable-pip-version-check install "${trackers[@]}" &&
    "$env/bin/pip" --disable-pip-version-check install --no-deps idtrackerai trajectorytools; } >>"$env.log" 2>&1 ||
    say "some of them are not there for this Python: their files are not written anew"
fi
"$env/bin/pip" --disable-pip-version-check list 2>/dev/null | grep -E '^(ase|bpy|freud-analysis|gsd|h5py|idtrackerai|MDAnalysis|movement|numpy|ovito|sleap-io|trajectorytools|usd-core|vtk) '
package=$PWD/build/$preset/python
mkdir -p build/exports
export PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1 MURMUR=$PWD/build/$preset/murmur MURMUR_PICTURES=$PWD/build/exports
"$env/bin/python" -m pytest -q -rs -p no:cacheprovider python/tests/test_export*.py python/tests/test_readers.py python/tests/test_tracks_files.py "$@"
"$env/bin/python" tests/docs/docs_check.py . "$MURMUR" docs/exports.md --python "$PWD/$env/bin/python" --package "$package"
say "The pictures: $MURMUR_PICTURES"
