#!/usr/bin/env bash
# Pages of murmur serve in Chromium: three ways at once, and two twins on a line with delays, one of which is killed. Exit 77 where the
# page, Chromium, playwright or websockets is missing (./dev soak serve installs them).
set -euo pipefail
cd "$MURMUR_SOURCE_DIR"
build=$(dirname "$MURMUR") python=build/serve-env/bin/python
export PYTHONPATH=$build/python
[[ -e build/web/site/served.js ]] || { echo "skipped: there is no page (./dev web builds it)"; exit 77; }
command -v chromium >/dev/null || { echo "skipped: chromium is not installed"; exit 77; }
"$python" -c 'import murmur, playwright, PIL, websockets' 2>/dev/null || { echo "skipped: $python lacks packages"; exit 77; }
"$python" tests/web/serve_test.py "$MURMUR"
"$python" tests/web/serve_soak.py "$MURMUR" 1.5
