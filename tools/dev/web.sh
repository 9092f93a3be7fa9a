#!/usr/bin/env bash
#: web             the page for a browser in build/web/site: static files, built with emscripten (docs/web.md)
#: web serve [PORT] [--not-isolated]  the same, at http://localhost:8001; without the headers that allow threads
#: web test [NAME...]  the page in Debian's Chromium without a window, or with the name firefox a part of it in Firefox; screenshots go to
#:                 build/web/screenshots; MURMUR_PROGRAM names a program that is built
#: web times       steps of the page's module under node and of the program, in turns
. tools/common.sh

port=8001 headers=()
case $* in
  "" | test | "test "* | times) ;;
  serve*) [[ $* =~ ^serve(\ ([0-9]+))?(\ --not-isolated)?$ ]] || die "web $*: allowed: serve [PORT] [--not-isolated]"
    port=${BASH_REMATCH[2]:-$port} headers=(${BASH_REMATCH[3]:+--not-isolated}) ;;
  *) help_of "$0" >&2; die "web $*: allowed: serve, test, times, or nothing" ;;
esac
if ! command -v em++ >/dev/null; then install "${web_packages[@]}"; fi
program=${MURMUR_PROGRAM:-build/$preset/murmur}
if [[ ${1:-} == test || ${1:-} == times ]] && [[ -z ${MURMUR_PROGRAM:-} ]]; then
  build "$preset" murmur
fi
jobs=$(job_count)
say "Building the page with $jobs jobs (log: build/web.log)"
run_quietly build/web.log cmake --preset web -DMURMUR_WERROR="${MURMUR_WERROR:-OFF}"
run_quietly build/web.log cmake --build build/web --parallel "$jobs"
site=build/web/site
case ${1:-} in
  "") say "The page: $PWD/$site" ;;
  serve) exec python3 tools/serve.py $site "$port" "${headers[@]}" ;;
  times) exec python3 tools/web_times.py $site "$program" ;;
  test)
    env=build/web-env test=browser_test.py run=()
    if [[ ${2:-} == firefox ]]; then test=firefox_test.py run=(xvfb-run -a) browser=(firefox-esr xvfb xauth); else browser=(chromium); fi
    install "${browser[@]}" python3-venv
    if ! "$env/bin/python" -c 'import playwright, PIL, marionette_driver' 2>/dev/null; then
      say "Making $env (log: $env.log)"
      { "${PYTHON:-python3}" -m venv "$env" && "$env/bin/pip" --disable-pip-version-check install 'playwright==1.*' pillow marionette_driver; } >"$env.log" 2>&1 ||
        die "playwright cannot be fetched (no network?); the log is $env.log"
    fi
    exec "${run[@]}" "$env/bin/python" tests/web/$test $site "$program" build/web/screenshots "${@:2}" ;;
esac
