#!/usr/bin/env bash
#: web [serve [PORT]]  the page for a browser in build/web/site: static files, built with emscripten (docs/web.md);
#:                 serve: at http://localhost:8001
. tools/common.sh

web_packages=(emscripten)
[[ $# == 0 || $1 == serve && $# -le 2 ]] || die "web $*: allowed: serve, serve PORT, or nothing"
if ! command -v em++ >/dev/null; then install "${web_packages[@]}"; fi
jobs=$(job_count)
say "Building the page with $jobs jobs (log: build/web.log)"
run_quietly build/web.log cmake --preset web -DMURMUR_WERROR="${MURMUR_WERROR:-OFF}"
run_quietly build/web.log cmake --build build/web --parallel "$jobs"
say "The page: $PWD/build/web/site"
[[ ${1:-} != serve ]] || exec python3 tools/serve.py build/web/site "${2:-8001}"
