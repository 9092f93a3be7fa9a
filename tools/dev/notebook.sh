#!/usr/bin/env bash
#: notebook        run python/examples/flock.ipynb, and the widget that flies in it in Debian's Chromium without a window, with packages in an
#:                 environment of its own, build/notebook-env (600 MB); pictures go to build/notebook
#: notebook lab    the same notebook in JupyterLab, to try it; changes are kept in build/notebook
. tools/common.sh

[[ $# == 0 || $* == lab ]] || die "notebook $*: allowed: lab, or nothing"
env=build/notebook-env
packages=(numpy anywidget jupyterlab matplotlib nbclient ipykernel pytest 'playwright==1.*' pillow)
install "${build_packages[@]}" chromium python3-venv
python_environment || die "without its environment the Python package cannot be built"
build "$preset" murmur_python
if ! "$env/bin/python" -c 'import anywidget, jupyterlab, matplotlib, nbclient, ipykernel, pytest, playwright, PIL' 2>/dev/null; then
  say "Making $env (log: $env.log): ${packages[*]}"
  { "${PYTHON:-python3}" -m venv "$env" && "$env/bin/pip" --disable-pip-version-check install "${packages[@]}"; } >"$env.log" 2>&1 ||
    die "the packages cannot be fetched (no network?); the log is $env.log"
fi
mkdir -p build/notebook
export PYTHONPATH=$PWD/build/$preset/python PYTHONDONTWRITEBYTECODE=1 MURMUR_PICTURES=$PWD/build/notebook
if [[ $* == lab ]]; then
  cp -n python/examples/flock.ipynb build/notebook/
  exec "$env/bin/jupyter" lab build/notebook/flock.ipynb
fi
"$env/bin/python" -m pytest -q -rs -p no:cacheprovider python/tests/test_notebook.py python/tests/test_widget.py python/tests/test_widget_page.py
say "The pictures: $MURMUR_PICTURES"
